import { load } from '../load.mjs';
import { person, startNotifications } from '../notifications-server.mjs';
import { burst, connected, post } from '../notifications-work.mjs';

export const project = 'notifications';

const CLIENTS = 2000;
const CONNECTIONS = 8;

export async function start(root) {
  const server = await startNotifications(root);
  const manager = await server.issuer.token('manager', ['manager']);
  const reader = await server.issuer.token('c-1');
  const stop = async () => {
    sockets.get(server.url)?.kill();
    await server.stop();
  };
  return { ...server, manager, reader, stop };
}

const people = (count, prefix) =>
  Array.from({ length: count }, (_unused, index) => person(`${prefix}-${index}`));

/** Each has sockets of its own, opened when they are first needed. */
const sockets = new Map();

async function socketsOf(server) {
  const known = sockets.get(server.url);
  if (known !== undefined) return known;
  const names = Array.from({ length: CLIENTS }, (_unused, index) => `f-${index}`);
  const credentials = [];
  for (const name of names) credentials.push({ token: await server.issuer.token(name) });
  const child = await connected(server.url, credentials);
  sockets.set(server.url, child);
  return child;
}

async function created(server, count, repeats) {
  const recipients = people(count, 'c');
  const startedMs = performance.now();
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    await post(server, server.manager, recipients, 'Bench');
  }
  const requestsPerSecond = (1000 * repeats) / (performance.now() - startedMs);
  return { requestsPerSecond, requests: repeats, failures: 0 };
}

export function cases({ seconds }) {
  const options = { connections: CONNECTIONS, seconds };
  const recipients = people(CLIENTS, 'f');
  return {
    'for 1 person, 8 at a time': (server) => {
      const body = JSON.stringify({
        ...{ toUserList: people(1, 'o'), title: 'Bench', description: 'Text of the bench.' },
      });
      const headers = {
        authorization: `Bearer ${server.manager}`,
        'content-type': 'application/json',
      };
      return load(
        server.url,
        [{ method: 'POST', path: '/api/notifications', headers, body }],
        options,
      );
    },
    'for 100 people': (server) => created(server, 100, 40),
    'for 10,000 people': (server) => created(server, 10_000, 2),
    'an inbox': (server) => {
      const headers = { authorization: `Bearer ${server.reader}` };
      const path = '/api/notifications?type=received&limit=20';
      return load(server.url, [{ method: 'GET', path, headers }], options);
    },
    'signals to 2,000 sockets': async (server) => {
      const child = await socketsOf(server);
      const send = () => post(server, server.manager, recipients, 'Fan-out');
      const { spanMs } = await burst(child, send);
      return { requestsPerSecond: (1000 * CLIENTS) / spanMs, requests: CLIENTS, failures: 0 };
    },
  };
}

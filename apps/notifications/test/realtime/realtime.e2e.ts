import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { once } from 'node:events';
import { connect, type Socket as TcpSocket } from 'node:net';
import { Server } from 'socket.io';
import { io } from 'socket.io-client';
import { roomOf } from '../../src/notifications/signals.js';
import { people } from '../people.js';
import { message, start, until, type Running } from '../running.js';

const redis = process.env['REDIS_URL'];
const API = '/api/notifications';
const SIGNAL = 'update notifications';

const quiet = () => new Promise((resolve) => setTimeout(resolve, 200));

const post = (running: Running, to: readonly string[], academyId = 'academy-1') =>
  running
    .as(`manager of ${academyId}`, { roles: ['manager'], academyId })
    .call('POST', API, message(to));

/** Why a handshake was refused. */
async function refusal(url: string, options: Parameters<typeof io>[1]): Promise<string> {
  const socket = io(url, { forceNew: true, reconnection: false, ...options });
  const reason = await new Promise<string>((resolve) => {
    socket.once('connect', () => resolve('connected'));
    socket.once('connect_error', ({ message: text }) => resolve(text));
  });
  socket.close();
  return reason;
}

describe('the realtime signal (spec 2, part 6)', () => {
  let running: Running;

  beforeAll(async () => {
    running = await start();
  });
  afterAll(() => running.close());

  it('reaches each recipient on all their sockets, and nobody else', async () => {
    const [ann, again, bob, eve] = await Promise.all(
      ['ann', 'ann', 'bob', 'eve'].map((name) => running.connect(name)),
    );

    await post(running, ['ann', 'bob']);
    await until(() => [ann, again, bob].every((one) => one!.signals.length > 0));
    await quiet();

    expect([ann, again, bob, eve].map((one) => one!.signals)).toEqual([
      [SIGNAL],
      [SIGNAL],
      [SIGNAL],
      [],
    ]);
  });

  it.each(['polling', 'websocket'])('comes by %s', async (transport) => {
    const token = await running.issuer.token(`by-${transport}`);
    const socket = io(running.url, { forceNew: true, auth: { token }, transports: [transport] });
    const signals: unknown[] = [];
    socket.on('listen', (text) => signals.push(text));
    await once(socket as never, 'connect');

    await post(running, [`by-${transport}`]);
    await until(() => signals.length > 0);
    socket.close();

    expect(signals).toEqual([SIGNAL]);
  });

  it('stays within the academy of the token, whatever the client asks for', async () => {
    const other = await running.connect('zoe', { academyId: 'academy-2' });
    await expect(running.connect('academy-1/zoe', { academyId: '' })).rejects.toThrow();
    const slash = await running.connect('b/zoe', { academyId: 'a' });
    other.socket.emit('join', 'academy-1/zoe');

    await post(running, ['zoe']);
    await post(running, ['zoe'], 'a/b');
    await quiet();

    expect([other.signals, slash.signals]).toEqual([[], []]);
  });

  it('keeps rooms apart whose names look alike', () => {
    const rooms = [
      { academyId: 'a/b', userId: 'c' },
      { academyId: 'a%2Fb', userId: 'c' },
      { academyId: 'a', userId: 'b/c' },
      { academyId: 'a%252Fb', userId: 'c' },
    ].map(roomOf);

    expect(new Set(rooms).size).toBe(rooms.length);
  });

  it('takes the token from the header as well', async () => {
    const token = await running.issuer.token('header');
    const extraHeaders = { authorization: `Bearer ${token}` };

    expect(await refusal(running.url, { extraHeaders })).toBe('connected');
  });

  it.each([
    ['no token', () => undefined],
    ['a token that is none', () => 'x.y.z'],
    ['an object', () => ({ $gt: '' })],
  ])('is refused at the handshake with %s', async (_name, token) => {
    expect(await refusal(running.url, { auth: { token: token() } })).toBe('UNAUTHORIZED');
  });

  it('is refused with an expired token and with that of a program', async () => {
    const expired = await running.issuer.token('ann', { expiresInSeconds: -60 });
    const program = await running.issuer.token('ann', { claims: { user: undefined } });

    expect(await refusal(running.url, { auth: { token: expired } })).toBe('UNAUTHORIZED');
    expect(await refusal(running.url, { auth: { token: program } })).toBe('UNAUTHORIZED');
  });

  it('is sought anew when the service is replaced: nobody was told to go', async () => {
    const replaced = await start();
    const token = await replaced.issuer.token('ann');
    const socket = io(replaced.url, { forceNew: true, auth: { token } });
    await once(socket as never, 'connect');
    const ended = once(socket as never, 'disconnect') as Promise<[string]>;

    await replaced.close();

    const [reason] = await ended;
    expect(reason).toMatch(/^transport/);
    expect(socket.active).toBe(true);
    socket.close();
  });

  it('ends with the token', async () => {
    // Long enough to connect on a busy machine: `exp` has whole seconds.
    const { socket } = await running.connect('brief', { expiresInSeconds: 5 });

    const [reason] = (await once(socket as never, 'disconnect')) as [string];

    expect(reason).toBe('io server disconnect');
  });

  it('tells a client that connects just after a creation', async () => {
    await post(running, ['late']);

    const { signals } = await running.connect('late');
    await until(() => signals.length > 0);

    expect(signals).toEqual([SIGNAL]);
  });

  it('reaches 2,500 recipients with one creation, in three emits', async () => {
    const crowd = people(2500, 'crowd');
    const emits = jest.spyOn(Server.prototype, 'to');
    const [first, last] = [await running.connect('crowd-0'), await running.connect('crowd-2499')];

    await running
      .as('manager', { roles: ['manager'] })
      .call('POST', API, { ...message([]), toUserList: crowd });

    await until(() => first.signals.length === 1 && last.signals.length === 1);
    const sizes = emits.mock.calls.map(([rooms]) => rooms.length);
    emits.mockRestore();
    expect(sizes).toEqual([1000, 1000, 500]);
  });
});

describe('limits of sockets', () => {
  let running: Running | undefined;

  afterEach(() => running?.close());

  it('refuses attempts above the limit of an address, in waves, and recovers', async () => {
    running = await start({ env: { SOCKET_CONNECTS_PER_MINUTE: '50' } });
    const { url } = running;
    const attempts = Number(process.env['SOCKET_ATTEMPTS'] ?? '2000');
    const handshake = async () => {
      const response = await fetch(`${url}/socket.io/?EIO=4&transport=polling`);
      await response.text();
      return response.status;
    };

    const statuses = new Map<number, number>();
    for (let done = 0; done < attempts; done += 200) {
      for (const status of await Promise.all(Array.from({ length: 200 }, handshake))) {
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    }

    expect(Object.fromEntries(statuses)).toEqual({ 200: 50, 403: attempts - 50 });
    expect((await running.as('ann').call('GET', `${API}/settings`)).status).toBe(200);
  });

  it('counts by the address that a trusted proxy names', async () => {
    running = await start({
      env: { SOCKET_CONNECTS_PER_MINUTE: '1', TRUSTED_PROXIES: 'loopback' },
    });
    const { url } = running;
    const handshake = async (address: string) => {
      const headers = { 'x-forwarded-for': address };
      const path = '/socket.io/?EIO=4&transport=polling';
      return (await fetch(url + path, { headers })).status;
    };

    expect(await handshake('192.0.2.1')).toBe(200);
    expect(await handshake('192.0.2.1')).toBe(403);
    // What the caller adds in front of it does not count.
    expect(await handshake('192.0.2.9, 192.0.2.1')).toBe(403);
    expect(await handshake('192.0.2.2')).toBe(200);
  });

  it.each(['&sid=', '&sid=made-up', '&sid&sid='])(
    'counts attempts that say %s, too',
    async (sid) => {
      running = await start({ env: { SOCKET_CONNECTS_PER_MINUTE: '2' } });
      const address = `${running.url}/socket.io/?EIO=4&transport=polling${sid}`;
      const statuses: number[] = [];
      for (let count = 0; count < 6; count += 1) statuses.push((await fetch(address)).status);

      // Those that engine.io takes for requests of a connection open none.
      expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(2);
      expect(statuses.slice(2).every((status) => status >= 400)).toBe(true);
    },
  );

  it('keeps no more connections than it may, and takes new ones when some have gone', async () => {
    running = await start({ env: { SOCKET_MAX_CONNECTIONS: '2' } });
    const first = await running.connect('one');
    await running.connect('two');
    const token = await running.issuer.token('three');

    const refused = await refusal(running.url, { auth: { token }, transports: ['websocket'] });
    first.socket.close();
    await until(async () => (await refusal(running!.url, { auth: { token } })) === 'connected');

    expect(refused).toBe('websocket error');
  });

  it('keeps no more connections of one user than it may, and those of others beside them', async () => {
    running = await start({ env: { SOCKET_MAX_PER_USER: '2' } });
    const first = await running.connect('ann');
    await running.connect('ann');
    const token = await running.issuer.token('ann');

    const refused = await refusal(running.url, { auth: { token } });
    await running.connect('bob');
    first.socket.close();
    await until(async () => (await refusal(running!.url, { auth: { token } })) === 'connected');

    expect(refused).toBe('TOO_MANY_CONNECTIONS');
  });

  it('closes sockets that never read', async () => {
    // Longer than it takes to open them, on a busy machine.
    running = await start({ env: { SOCKET_PING_MS: '3000' } });
    const { port, hostname } = new URL(running.url);
    const sockets: TcpSocket[] = [];
    for (let count = 0; count < 20; count += 1) {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => undefined);
      socket.write(
        'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\n' +
          'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
          'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
      );
      await once(socket, 'readable');
      socket.pause();
      sockets.push(socket);
    }
    const openSockets = async () => {
      const page = await (await fetch(`${running!.url}/metrics`)).text();
      return Number(/^notifications_sockets\{[^}]*\} (\d+)$/m.exec(page)?.[1]);
    };

    expect(await openSockets()).toBe(20);
    await until(async () => (await openSockets()) === 0);
    for (const socket of sockets) socket.destroy();
  });

  it('takes no polling where replicas need none', async () => {
    running = await start({ env: { SOCKET_TRANSPORTS: 'websocket' } });
    const token = await running.issuer.token('ann');

    const polling = await refusal(running.url, { auth: { token }, transports: ['polling'] });
    const websocket = await refusal(running.url, { auth: { token }, transports: ['websocket'] });

    expect([polling, websocket]).toEqual(['xhr poll error', 'connected']);
  });
});

(redis === undefined ? describe.skip : describe)('two replicas, needs REDIS_URL', () => {
  let one: Running;
  let other: Running;
  let gate: RedisGate;

  beforeAll(async () => {
    gate = await redisGate(new URL(redis ?? ''));
    const env = { REDIS_URL: gate.url };
    one = await start({ env });
    other = await start({ env, beside: one });
  });
  afterAll(async () => {
    gate.open();
    await other.close();
    await one.close();
    gate.close();
  });

  it('signal the sockets of each other', async () => {
    const here = await one.connect('ann');
    const there = await other.connect('ann');

    await post(one, ['ann']);
    await until(() => here.signals.length > 0 && there.signals.length > 0);
    await quiet();

    // A replica that has only just joined the others signals once more.
    expect(new Set([...here.signals, ...there.signals])).toEqual(new Set([SIGNAL]));
  });

  it('go on without Redis, and signal what was missed when it is back', async () => {
    const here = await one.connect('bob');
    const there = await other.connect('bob');
    gate.shut();
    await quiet();

    const { status } = await post(one, ['bob']);
    const list = await other.as('bob').call('GET', `${API}?type=received`);
    await until(() => here.signals.length > 0);
    expect(status).toBe(201);
    expect(list.body.notifications).toHaveLength(1);
    expect(there.signals).toEqual([]);

    gate.open();
    await until(() => there.signals.length > 0, 20_000);
  });

  it.each(['for the first time', 'again'])('close in peace while joining %s', async (time) => {
    const held = await redisGate(new URL(redis ?? ''));
    if (time === 'for the first time') held.holdSubscriptions();
    const closing = await start({ env: { REDIS_URL: held.url } });
    await until(() => held.subscriptions() > 0);
    if (time === 'again') {
      await quiet();
      const before = held.subscriptions();
      held.holdSubscriptions();
      held.shut();
      held.open();
      await until(() => held.subscriptions() > before);
    }

    // A subscription that fails with nobody to hear of it would end the process.
    await closing.close();
    await quiet();
    held.close();
  });
});

interface RedisGate {
  readonly url: string;
  /** Cuts all connections and takes no more. */
  shut(): void;
  open(): void;
  /** How many requests to subscribe have come. */
  subscriptions(): number;
  /** Keeps the requests to subscribe that come from now on. */
  holdSubscriptions(): void;
  close(): void;
}

/** A way to Redis that can be shut, so that the server itself goes on for others. */
async function redisGate(target: URL): Promise<RedisGate> {
  const { createServer } = await import('node:net');
  const pairs = new Set<TcpSocket>();
  let isOpen = true;
  let holds = false;
  let subscriptions = 0;
  const server = createServer((inner) => {
    if (!isOpen) {
      inner.destroy();
      return;
    }
    const outer = connect(Number(target.port), target.hostname);
    for (const socket of [inner, outer]) {
      pairs.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        pairs.delete(socket);
        inner.destroy();
        outer.destroy();
      });
    }
    inner.on('data', (sent) => {
      const subscribes = sent.includes('subscribe');
      if (subscribes) subscriptions += 1;
      if (!(subscribes && holds)) outer.write(sent);
    });
    outer.pipe(inner);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as { port: number }).port);
  return {
    url: url.href,
    shut: () => {
      isOpen = false;
      for (const socket of pairs) socket.destroy();
    },
    open: () => {
      isOpen = true;
    },
    subscriptions: () => subscriptions,
    holdSubscriptions: () => {
      holds = true;
    },
    close: () => {
      for (const socket of pairs) socket.destroy();
      server.close();
    },
  };
}

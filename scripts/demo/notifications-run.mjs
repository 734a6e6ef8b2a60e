import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { io } from 'socket.io-client';

import { buildOnce } from '../lib/built.mjs';
import { noteInManifest } from '../lib/manifest.mjs';
import { ensureDatabase, ensurePostgres } from '../postgres/postgres.mjs';
import { say } from '../lib/progress.mjs';
import { projectDir } from '../lib/project.mjs';
import { startProgram } from './program.mjs';

/**
 * A class of 1,000: everybody opens a socket, a teacher notifies all, everybody gets the signal, lists,
 * reads and checks. The service is a process of its own on the embedded PostgreSQL; the tokens come from
 * an issuer of the demo's own, as 1,000 people would not log in within a minute.
 */
const { values } = parseArgs({ options: { users: { type: 'string', default: '1000' } } });
const count = Number(values.users);
const step = (text) => say(`- ${text}`);
const SERVICE_TOKEN = 'the-service-token-of-the-demo';

await buildOnce(['apps/notifications']);
const issuer = await startIssuer();
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const postgres = await startPostgres();
const service = await startProgram({
  name: 'notifications',
  command: process.execPath,
  args: [join(projectDir, 'apps/notifications/bundle/main.js')],
  env: {
    PORT: String(port),
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    DATABASE_URL: postgres.url,
    AUTH_ISSUER: issuer.url,
    SERVICE_TOKEN,
  },
  isReady: async () => (await fetch(`${url}/health/ready`).catch(() => undefined))?.ok === true,
});

try {
  await walk();
} finally {
  await service.stop();
  await postgres.stop();
  issuer.close();
}

async function walk() {
  say(`notifications at ${url}, with its default limits; ${count} users.`);
  const names = Array.from({ length: count }, (_unused, index) => `student-${index}`);
  const teacher = await issuer.token('teacher', ['teacher']);
  const tokens = await Promise.all(names.map((name) => issuer.token(name, ['student'])));

  let since = performance.now();
  const signals = new Map();
  const sockets = await Promise.all(
    tokens.map((token, index) => connect(token, () => signals.set(names[index], true))),
  );
  step(`${sockets.length} sockets are open: ${took(since)}`);

  const body = { toUserList: names.map(person), title: 'Homework', description: 'Chapter 3.' };
  const refused = await call(teacher, 'POST', '', body);
  step(`the teacher has no registration yet: ${refused.status} ${refused.body.message}`);
  await call(SERVICE_TOKEN, 'PUT', `/internal/registrations/${person('teacher').user}`, {
    academyId: 'demo',
    active: true,
  });

  since = performance.now();
  const created = await call(teacher, 'POST', '', body);
  step(
    `now it works: ${created.status}, ${created.body.notifications.length} records, ${took(since)}`,
  );
  while (signals.size < count) await new Promise((resolve) => setTimeout(resolve, 5));
  step(`everybody has the signal: ${signals.size} of ${count}, ${took(since)} after the request`);

  since = performance.now();
  const seen = await inTurn(tokens, readAndCheck);
  const read = seen.filter((description) => description === 'Chapter 3.').length;
  step(`${read} list, read and check theirs: ${3 * count} requests in ${took(since)}`);
  const again = await call(teacher, 'POST', '', { ...body, title: 'Again' });
  const bulk = await inTurn(
    tokens,
    async (token) => (await call(token, 'PUT', '/bulk-check')).body,
  );
  const removed = bulk.reduce((sum, { deletedCount }) => sum + deletedCount, 0);
  step(`a second one (${again.status}) is checked in bulk: ${removed} removed`);

  const [first] = tokens;
  const changed = await call(first, 'PUT', '/settings', { newPost: false });
  step(`settings of the first: newPost is ${changed.body.settings.newPost} now`);
  const sent = await call(teacher, 'GET', '?type=sent');
  step(`the teacher has ${sent.body.notifications.length} sent records`);
  for (const socket of sockets) socket.close();
}

async function readAndCheck(token) {
  const { body } = await call(token, 'GET', '?type=received&checked=false');
  const path = `/${body.notifications[0]._id}`;
  const { notification } = (await call(token, 'GET', path)).body;
  await call(token, 'PUT', `${path}/check`);
  return notification.description;
}

/** Does the work for everybody, twenty at a time. */
async function inTurn(items, work) {
  const results = [];
  for (let start = 0; start < items.length; start += 20) {
    results.push(...(await Promise.all(items.slice(start, start + 20).map(work))));
  }
  return results;
}

async function call(token, method, path, body) {
  const place = path.startsWith('/internal') ? path : `/api/notifications${path}`;
  const response = await fetch(url + place, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

async function connect(token, onSignal) {
  const socket = io(url, { auth: { token }, transports: ['websocket'], forceNew: true });
  socket.on('listen', onSignal);
  await new Promise((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return socket;
}

function person(userId) {
  const user = createHash('sha256').update(userId).digest('hex').slice(0, 24);
  return { user, userId, userName: `Demo ${userId}` };
}

function took(since) {
  return `${Math.round(performance.now() - since)} ms`;
}

async function startIssuer() {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'demo', alg: 'ES256', use: 'sig' };
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [jwk] }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${server.address().port}`;
  const token = (userId, roles) =>
    new SignJWT({
      ...person(userId),
      client_id: 'demo',
      scope: 'notifications',
      academyId: 'demo',
      roles,
    })
      .setProtectedHeader({ alg: 'ES256', kid: 'demo', typ: 'at+jwt' })
      .setIssuer(address)
      .setAudience('sextant')
      .setSubject(userId)
      .setExpirationTime('1h')
      .sign(privateKey);
  return { url: address, token, close: () => server.close() };
}

/** A database of the demo's own, empty at first. */
async function startPostgres() {
  const [folder, name] = [join(projectDir, '.data'), 'demo-notifications'];
  noteInManifest(folder, [name]);
  const dataDir = join(folder, name);
  mkdirSync(dataDir, { recursive: true });
  const server = await ensurePostgres({
    dataDir,
    port: await freePort(),
    portVariable: 'PGPORT',
  });
  const database = `demo_${Date.now()}`;
  await ensureDatabase(server.adminUrl, database);
  return { url: server.urlFor(database), stop: server.stop };
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: free } = server.address();
  server.close();
  await once(server, 'close');
  return free;
}

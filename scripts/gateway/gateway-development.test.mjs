import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';

import { writeCredentials } from '../stack/credentials.mjs';
import { createGateway } from './gateway.mjs';

const folder = mkdtempSync(join(tmpdir(), 'sextant-keys-'));
const file = join(folder, 'dev-credentials.json');

describe('what the gateway of a developer adds', () => {
  let gateway, port, credentials;

  before(async () => {
    credentials = writeCredentials({ file, gateway: 'http://localhost:8080' });
    gateway = await listen({ credentialsFile: file });
    ({ port } = gateway.address());
  });
  after(async () => {
    gateway.closeAllConnections();
    await new Promise((resolve) => gateway.close(resolve));
    rmSync(folder, { recursive: true });
  });

  /** As Chromium sends it for `fetch` in a page of the gateway. */
  const pageHeaders = (host = `localhost:${port}`) => ({
    host,
    origin: `http://${host}`,
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/json',
    'content-length': '2',
  });
  const ask = (changes = {}, { path = '/dev/credentials', method = 'POST', to = port } = {}) => {
    const headers = Object.entries({ ...pageHeaders(), ...changes });
    return send({
      port: to,
      path,
      method,
      headers: Object.fromEntries(headers.filter(([, value]) => value !== undefined)),
    });
  };

  it('gives its own page the keys, which nobody keeps', async () => {
    const { status, body, headers } = await ask();

    assert.equal(status, 200);
    assert.equal(body.translate, credentials.translate.auth_key);
    assert.deepEqual(body.users[3], credentials.auth_server.users.student);
    assert.equal(headers['cache-control'], 'no-store');
    assert.equal(headers['access-control-allow-origin'], undefined);
  });

  it('gives nothing that the page does not show', async () => {
    const { body } = await ask();
    const { key_encryption_key, registration_token } = credentials.auth_server;
    const { signer_key } = credentials.ipt_graphql;

    const text = JSON.stringify(body);

    for (const secret of [key_encryption_key, registration_token, signer_key]) {
      assert.ok(!text.includes(secret));
    }
  });

  for (const name of ['127.0.0.1', '[::1]']) {
    it(`is there at ${name} as well`, async () => {
      assert.equal((await ask(pageHeaders(`${name}:${port}`))).status, 200);
    });
  }

  for (const [what, changes] of [
    [
      'another host that leads here',
      { host: 'rebound.example.org', origin: 'http://rebound.example.org' },
    ],
    ['another port', { host: 'localhost:1', origin: 'http://localhost:1' }],
    ['no port', { host: 'localhost', origin: 'http://localhost' }],
    ['the page of another site', { origin: 'http://evil.example.org' }],
    ['an opaque origin', { origin: 'null' }],
    ['no origin', { origin: undefined }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another port of this machine', { 'sec-fetch-site': 'same-site' }],
    ['an address that was typed in', { 'sec-fetch-site': 'none' }],
    ['what is no browser', { 'sec-fetch-site': undefined }],
    ['a proxy (Forwarded)', { forwarded: 'for=192.0.2.1' }],
    ['a proxy (X-Forwarded-For)', { 'x-forwarded-for': '127.0.0.1' }],
    ['a proxy (X-Forwarded-Host)', { 'x-forwarded-host': 'localhost' }],
    ['a proxy (X-Forwarded-Proto)', { 'x-forwarded-proto': 'http' }],
    ['a proxy (Via)', { via: '1.1 proxy' }],
    ['a proxy (X-Real-IP)', { 'x-real-ip': '127.0.0.1' }],
  ]) {
    it(`refuses ${what}`, async () => {
      const { status, body } = await ask(changes);

      assert.equal(status, 403);
      assert.match(body.message, /Only the start page/);
    });
  }

  it('refuses an absolute address with the host of another', async () => {
    const path = 'http://evil.example.org/dev/credentials';

    assert.equal((await ask({}, { path })).status, 403);
  });

  it('refuses a peer that is not this machine', async () => {
    const { developmentRoutes } = await import('./gateway-development.mjs');
    const routes = developmentRoutes({ credentialsFile: file, ports: {}, started: [] });
    const statuses = [];
    const response = { writeHead: (status) => statuses.push(status), end: () => undefined };
    const from = (remoteAddress) => ({
      url: '/dev/credentials',
      method: 'POST',
      headers: pageHeaders(),
      socket: { remoteAddress, localPort: port },
      resume: () => undefined,
    });

    for (const peer of ['192.0.2.1', '::ffff:192.0.2.1', '2001:db8::1', '127.0.0.1', '::1']) {
      routes(from(peer), response);
    }

    assert.deepEqual(statuses, [403, 403, 403, 200, 200]);
  });

  it('refuses a form, which pages of others may send', async () => {
    const { status } = await ask({ 'content-type': 'text/plain' });

    assert.equal(status, 415);
  });

  it('has no other method', async () => {
    assert.equal((await ask({}, { method: 'PUT' })).status, 405);
    assert.equal((await ask({ origin: undefined }, { method: 'GET' })).status, 405);
  });

  it('tells its own page what was started and where metrics are, and no secret', async () => {
    const path = '/dev/start.json';
    const { status, body } = await ask({ origin: undefined }, { path, method: 'GET' });
    const refused = await ask({ 'sec-fetch-site': 'none' }, { path, method: 'GET' });

    assert.equal(status, 200);
    assert.deepEqual(body, {
      started: ['relay'],
      metrics: { relay: 'http://localhost:3006/metrics' },
    });
    assert.equal(refused.status, 403);
  });

  it('tells the start that it listens, whoever asks', async () => {
    const { status } = await ask(
      { host: 'x', origin: undefined },
      { path: '/dev/live', method: 'GET' },
    );

    assert.equal(status, 200);
  });

  for (const [what, spoil] of [
    ['was removed', () => rmSync(file)],
    ['is half written', () => writeFileSync(file, '{"translate":')],
    ['has another shape', () => writeFileSync(file, '{}')],
  ]) {
    it(`says so, and goes on, while the file of the keys ${what}`, async () => {
      const kept = readFileSync(file);
      spoil();

      const { status, body } = await ask();
      writeFileSync(file, kept);

      assert.equal(status, 503);
      assert.match(body.message, /dev-credentials\.json .* npm start/);
      assert.equal((await ask()).status, 200);
    });
  }

  it('has nothing else below /dev', async () => {
    assert.equal((await ask({}, { path: '/dev/dev-credentials.json', method: 'GET' })).status, 404);
  });

  it('is not there in a gateway that no start has given its file', async () => {
    const plain = await listen({});
    const to = plain.address().port;

    const { status } = await ask(pageHeaders(`localhost:${to}`), { to });
    plain.close();

    assert.equal(status, 404);
  });
});

async function listen(options) {
  const server = createGateway({
    routes: [],
    ports: { relay: 3006 },
    started: ['relay'],
    ...options,
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

async function send({ port, path, method, headers }) {
  const sent = httpRequest({ host: '127.0.0.1', port, path, method, headers });
  sent.end(headers['content-length'] === '2' ? '{}' : undefined);
  const [response] = await once(sent, 'response');
  const text = Buffer.concat(await response.toArray()).toString();
  return { status: response.statusCode, headers: response.headers, body: JSON.parse(text) };
}

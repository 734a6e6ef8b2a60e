import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { createGateway, drainable } from './gateway.mjs';
import { services } from '../lib/project.mjs';

const ROUTES = [
  { path: '/socket.io', isExact: false, service: 'notifications' },
  { path: '/relay', isExact: false, service: 'relay' },
  { path: '/v2', isExact: false, service: 'translate' },
];
const MEBIBYTE = 1024 * 1024;

describe('gateway', () => {
  let gateway, upstream, base, port;

  before(async () => {
    upstream = await listen(createServer(answer).on('upgrade', echoUpgrade));
    const alive = upstream.address().port;
    const dead = await freePort();

    gateway = await listen(
      createGateway({
        routes: ROUTES,
        ports: { translate: alive, notifications: alive, relay: dead },
      }),
    );
    port = gateway.address().port;
    base = `http://127.0.0.1:${port}`;
  });
  after(() => Promise.all([close(gateway), close(upstream)]));

  it('passes method, path, query and body on, and names the client in X-Forwarded-*', async () => {
    const response = await fetch(`${base}/v2/translate?a=1`, {
      method: 'POST',
      body: 'text',
      headers: { 'X-Forwarded-For': '192.0.2.1', 'X-Forwarded-Proto': 'gopher' },
    });

    const seen = await response.json();
    assert.equal(`${seen.method} ${seen.url} ${seen.body}`, 'POST /v2/translate?a=1 text');
    assert.equal(seen.headers.host, `127.0.0.1:${port}`);
    assert.equal(seen.headers['x-forwarded-host'], `127.0.0.1:${port}`);
    assert.equal(seen.headers['x-forwarded-for'], '192.0.2.1, 127.0.0.1');
    assert.equal(seen.headers['x-forwarded-proto'], 'http');
  });

  it('sends a person who opens a page by number to the name, and answers programs', async () => {
    const navigate = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    const ask = (host, headers) =>
      new Promise((resolve, reject) => {
        const options = { port, path: '/v2/usage?a=1', headers: { host, ...headers } };
        request(options, (response) => resolve(response.resume()))
          .on('error', reject)
          .end();
      });

    const person = await ask(`127.0.0.1:${port}`, navigate);
    const program = await ask(`127.0.0.1:${port}`, {});
    const frame = await ask(`127.0.0.1:${port}`, { ...navigate, 'sec-fetch-dest': 'iframe' });
    const known = await ask(`localhost:${port}`, navigate);

    assert.equal(person.statusCode, 302);
    assert.equal(person.headers.location, `http://localhost:${port}/v2/usage?a=1`);
    assert.deepEqual(
      [program, frame, known].map(({ statusCode }) => statusCode),
      [200, 200, 200],
    );
  });

  it('passes no client certificate on that a caller has written', async () => {
    const names = ['ssl-client-cert', 'SSL-Client-Verify', 'client-cert', 'x-client-cert'];
    const forged = Object.fromEntries(
      [...names, 'x-ssl-client-cert', 'x-forwarded-tls-client-cert'].map((name) => [name, 'me']),
    );
    const response = await fetch(`${base}/v2/usage`, { headers: { ...forged, 'x-client': 'me' } });

    const { headers } = await response.json();
    const kept = Object.keys(headers).filter((name) => headers[name] === 'me');
    assert.deepEqual(kept, ['x-client']);
  });

  it('shows a person the way back from a path of no service', async () => {
    const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
    const response = await fetch(`${base}/nowhere/<script>`, { headers });

    assert.equal(response.status, 404);
    assert.match(response.headers.get('content-type'), /^text\/html/);
    const html = await response.text();
    assert.match(html, /<a href="\/">/);
    // Or the browser asks for /favicon.ico, which no service has.
    assert.match(html, /<link rel="icon"/);
    assert.doesNotMatch(html, /script/);
  });

  it('answers 404 with a trace id for a path of no service', async () => {
    const response = await fetch(`${base}/v2x`);

    assert.equal(response.status, 404);
    const { message, trace_id } = await response.json();
    assert.equal(message, 'No service has this path.');
    assert.match(trace_id, /^[0-9a-f]{32}$/);
    assert.equal(response.headers.get('X-Trace-ID'), trace_id);
  });

  it('answers 503 with Retry-After and the trace id of the request for a service that does not run', async () => {
    const response = await fetch(`${base}/relay/events`, {
      method: 'POST',
      body: Buffer.alloc(MEBIBYTE),
      headers: { 'X-Trace-ID': 'trace-of-the-client' },
    });

    assert.equal(response.status, 503);
    assert.equal(response.headers.get('Retry-After'), '2');
    assert.deepEqual(await response.json(), {
      message: 'The service relay is not running. Try again.',
      trace_id: 'trace-of-the-client',
    });
  });

  it('makes its own trace id when the one of the request is not well-formed', async () => {
    const response = await fetch(`${base}/relay`, { headers: { 'X-Trace-ID': 'a b' } });

    assert.match((await response.json()).trace_id, /^[0-9a-f]{32}$/);
  });

  it('passes an answer on piece by piece, before it is complete', async () => {
    const response = await fetch(`${base}/v2/stream`);

    const reader = response.body.getReader();
    const { value } = await reader.read();
    assert.equal(Buffer.from(value).toString(), 'data: first\n\n');
    await fetch(`${base}/v2/stream/finish`);
    assert.equal(Buffer.from((await reader.read()).value).toString(), 'data: last\n\n');
  });

  it('passes a request body on piece by piece, before it is complete', async () => {
    const upload = request({ port, path: '/v2/echo', method: 'POST' });
    const answered = once(upload, 'response');
    upload.write('first');

    const [response] = await answered;
    const [piece] = await once(response, 'data');
    assert.equal(String(piece), 'first');
    upload.end('last');
    assert.equal(String((await once(response, 'data'))[0]), 'last');
  });

  it('passes 64 MiB up without holding it', async () => {
    const chunk = Buffer.alloc(MEBIBYTE);
    const upload = request({ port, path: '/v2/count', method: 'POST' });
    for (let sent = 0; sent < 64; sent += 1) {
      if (!upload.write(chunk)) await once(upload, 'drain');
    }
    upload.end();

    const [response] = await once(upload, 'response');
    const [body] = await once(response, 'data');
    assert.equal(Number(body), 64 * MEBIBYTE);
  });

  it('passes a WebSocket upgrade on, in both directions', async () => {
    const { socket, response } = await upgrade(port, '/socket.io/?transport=websocket');

    assert.equal(response.statusCode, 101);
    socket.write('ping');
    assert.equal(String((await once(socket, 'data'))[0]), 'ping');
    socket.destroy();
  });

  for (const protocol of ['h2c', 'TLS/1.0', 'WebSocket, h2c']) {
    it(`answers a request that offers an upgrade to ${protocol} as any other`, async () => {
      const offer = { Connection: 'Upgrade, HTTP2-Settings', Upgrade: protocol };
      const headers = { ...offer, 'HTTP2-Settings': 'AAMAAABkAAQAAP__' };

      const page = await call({ port, path: '/', headers });
      const got = await call({ port, path: '/v2/usage', headers });
      const posted = await call({ port, path: '/v2/translate', method: 'POST', headers }, 'text');

      assert.equal(page.status, 200);
      assert.match(page.body, /<title>Sextant/);
      assert.deepEqual([got.status, posted.status], [200, 200]);
      assert.equal(JSON.parse(posted.body).body, 'text');
      assert.equal(JSON.parse(posted.body).headers.upgrade, undefined);
      assert.equal(JSON.parse(posted.body).headers['http2-settings'], undefined);
      assert.doesNotMatch(posted.headers.connection ?? '', /upgrade/i);
    });
  }

  it('leads an absolute-form request line by its path, whatever Host says', async () => {
    const headers = { Host: 'other.example' };
    const target = 'http://user@sextant.example:8080';

    const got = await call({ port, path: `${target}/v2/languages?type=source`, headers });
    const page = await call({ port, path: target, headers });
    const unknown = await call({ port, path: `${target}/nowhere`, headers });

    assert.equal(JSON.parse(got.body).url, '/v2/languages?type=source');
    assert.equal(JSON.parse(got.body).headers.host, 'sextant.example:8080');
    assert.equal(JSON.parse(got.body).headers['x-forwarded-host'], 'sextant.example:8080');
    assert.deepEqual([page.status, unknown.status], [200, 404]);
  });

  it('leads an absolute-form upgrade by its path', async () => {
    const { socket, response } = await upgrade(port, 'http://sextant.example/socket.io/');

    assert.equal(response.statusCode, 101);
    socket.destroy();
  });

  it('answers an upgrade to a dead service with 503 and to an unknown path with 404', async () => {
    const dead = await upgrade(port, '/relay/ws');
    const unknown = await upgrade(port, '/nowhere');

    assert.equal(dead.response.statusCode, 503);
    assert.equal(dead.response.headers['retry-after'], '2');
    assert.equal(unknown.response.statusCode, 404);
  });

  it('closes an open WebSocket whose service was killed, and puts nothing into it', async () => {
    const { socket } = await upgrade(port, '/socket.io/?transport=websocket');
    socket.write('ping');
    await once(socket, 'data');
    const received = [];
    socket.on('data', (piece) => received.push(String(piece))).on('error', () => undefined);

    lastUpgraded.resetAndDestroy();
    await once(socket, 'close');

    assert.deepEqual(received, []);
  });

  for (const path of ['/nowhere', '/relay/ws', '/socket.io/']) {
    it(`outlives clients that reset their connection after an upgrade of ${path}`, async () => {
      const only = ['--only', 'notifications'];
      const child = await startGateway({ notifications: upstream.address().port }, only);

      for (let round = 0; round < 30; round += 1) await upgradeAndReset(child.port, path);

      assert.equal((await fetch(`http://127.0.0.1:${child.port}`)).status, 200);
      await child.stop();
    });
  }

  it('has the start page of auth-server at /, where that was started', async () => {
    const routes = [...ROUTES, { path: '/', isExact: true, service: 'auth-server' }];
    const ports = { 'auth-server': upstream.address().port };
    const withPage = await listen(createGateway({ routes, ports }));
    const without = await listen(createGateway({ routes, ports, started: [] }));

    const [page, own] = await Promise.all(
      [withPage, without].map((server) => fetch(`http://127.0.0.1:${server.address().port}/`)),
    );

    assert.equal((await page.json()).url, '/');
    assert.match(await own.text(), /<title>Sextant/);
    await Promise.all([close(withPage), close(without)]);
  });

  it('lists every service with its documentation at / without it', async () => {
    const response = await fetch(base);

    assert.match(response.headers.get('Content-Type'), /text\/html/);
    const html = await response.text();
    assert.match(html, /<html lang="en">/);
    assert.match(html, /<a href="\/docs\/translate">Documentation of translate<\/a>/);
    assert.match(html, /<code>\/v2<\/code>/);
  });

  it('leads /docs to that list', async () => {
    for (const path of ['/docs', '/docs/', '/docs?a=1']) {
      const response = await fetch(base + path, { redirect: 'manual' });

      assert.equal(response.status, 302, path);
      assert.equal(response.headers.get('Location'), '/', path);
    }
    assert.equal((await fetch(`${base}/docs`, { method: 'POST' })).status, 404);
  });

  it('links only services that were started', async () => {
    const child = await startGateway({}, ['--only', 'relay']);

    const html = await (await fetch(`http://127.0.0.1:${child.port}`)).text();
    await child.stop();

    assert.deepEqual(html.match(/<a href="[^"]*"/g), ['<a href="/docs/relay"']);
    assert.match(html, />speech<\/th><td>not started<\/td>/);
  });

  it('finishes requests in flight when it drains', async () => {
    const server = await listen(
      createGateway({ routes: ROUTES, ports: { translate: upstream.address().port } }),
    );
    const drain = drainable(server);
    const response = await fetch(`http://127.0.0.1:${server.address().port}/v2/stream`);

    const drained = drain();
    await fetch(`${base}/v2/stream/finish`);
    assert.equal(await response.text(), 'data: first\n\ndata: last\n\n');
    await drained;
  });
});

let openStream;

/** Says what it saw; some paths stream. */
async function answer(incoming, response) {
  const { method, url, headers } = incoming;
  if (url === '/v2/stream') {
    openStream = response;
    response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('data: first\n\n');
  } else if (url === '/v2/stream/finish') {
    openStream.end('data: last\n\n');
    response.end();
  } else if (url === '/v2/echo') {
    incoming.pipe(response);
  } else if (url === '/v2/count') {
    let bytes = 0;
    for await (const piece of incoming) bytes += piece.length;
    response.end(String(bytes));
  } else {
    const body = (await incoming.toArray()).join('');
    response.end(JSON.stringify({ method, url, headers, body }));
  }
}

let lastUpgraded;

function echoUpgrade(_incoming, socket) {
  lastUpgraded = socket;
  socket.on('error', () => undefined);
  socket.write(
    'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
  );
  socket.pipe(socket);
}

/** Whole answer of a request that `fetch` would not send. */
async function call(options, body) {
  const outgoing = request({ ...options, agent: false });
  outgoing.end(body);
  const [response] = await once(outgoing, 'response');
  const text = (await response.toArray()).join('');
  return { status: response.statusCode, headers: response.headers, body: text };
}

async function upgrade(port, path) {
  const outgoing = request({
    port,
    path,
    headers: { Connection: 'Upgrade', Upgrade: 'websocket' },
  });
  outgoing.end();
  return await new Promise((resolve, reject) => {
    outgoing.once('error', reject);
    outgoing.once('upgrade', (response, socket) => resolve({ response, socket }));
    outgoing.once('response', (response) => resolve({ response: response.resume() }));
  });
}

/** Upgrades and cuts the connection off with a TCP reset. */
async function upgradeAndReset(port, path) {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const head = `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket`;
  await new Promise((resolve) => socket.write(`${head}\r\n\r\n`, resolve));
  await setImmediate();
  socket.resetAndDestroy();
  await once(socket, 'close');
}

/** The gateway as a process of its own; services without a port are dead. */
async function startGateway(ports, flags = []) {
  const [port, dead] = [await freePort(), await freePort()];
  const env = { ...process.env };
  for (const { name, portVariable } of services) env[portVariable] = String(ports[name] ?? dead);

  const script = fileURLToPath(new URL('gateway.mjs', import.meta.url));
  const child = spawn(process.execPath, [script, '--port', String(port), ...flags], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  assert.match(String(line), /listens/);
  const stop = async () => {
    child.kill();
    if (child.exitCode === null) await once(child, 'exit');
  };
  return { port, stop };
}

async function freePort() {
  const server = await listen(createServer());
  const { port } = server.address();
  await close(server);
  return port;
}

async function listen(server) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function close(server) {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
}

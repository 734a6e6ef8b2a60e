import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { silentLogger } from '@sextant/platform-runtime/logging';
import express from 'express';
import { drain } from '../src/index.js';
import { statusPage } from '../src/documents/status-page.js';
import { seen, startDemo, SwitchableProbe, type Running } from './demo-app.js';

interface ErrorBody {
  error: { code: string; message: string; trace_id: string; fields?: { field: string }[] };
}

let demo: Running;

beforeAll(async () => {
  demo = await startDemo({ REQUEST_TIMEOUT_MS: '30000' });
});

afterAll(async () => {
  // What tests left open would be waited for, until it is idle.
  demo.app.getHttpServer().closeAllConnections();
  await demo.app.close();
});

beforeEach(() => {
  demo.lines.length = 0;
});

/** Asks until the answer is the expected one; what is kept for a second is old by then. */
async function untilAsync(ask: () => Promise<unknown>, expected: object): Promise<void> {
  const lateMs = performance.now() + 10_000;
  for (let found = await ask(); ; found = await ask()) {
    if (JSON.stringify(found) === JSON.stringify(expected)) return;
    if (performance.now() > lateMs) expect(found).toEqual(expected);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const post = (body: string | Uint8Array<ArrayBuffer>, type = 'application/json') =>
  fetch(`${demo.url}/things`, { method: 'POST', body, headers: { 'content-type': type } });

/** As deep as it says, and small: names are empty. */
const deepObject = (levels: number) => '{"":'.repeat(levels) + '0' + '}'.repeat(levels);

interface ApiDocument {
  readonly info: { version: string; description: string };
  readonly paths: Record<string, unknown>;
  readonly components: Record<'schemas' | 'securitySchemes', Record<string, unknown>>;
}

const apiDocument = async (path: string): Promise<ApiDocument> =>
  (await (await fetch(`${demo.url}${path}/openapi.json`)).json()) as ApiDocument;

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const CSS = 'text/css; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';

const errorOf = async (response: Response) => ((await response.json()) as ErrorBody).error;

describe('trace id', () => {
  it("keeps the caller's on the answer, in the error and on the log line", async () => {
    const response = await fetch(`${demo.url}/nowhere`, {
      headers: { 'x-trace-id': 'trace-0001' },
    });

    expect(response.headers.get('x-trace-id')).toBe('trace-0001');
    expect(await errorOf(response)).toMatchObject({ code: 'not_found', trace_id: 'trace-0001' });
    expect(demo.lines.find(({ msg }) => msg === 'request')).toMatchObject({
      traceId: 'trace-0001',
      method: 'GET',
      path: '/nowhere',
      status: 404,
    });
  });

  it('takes the trace-id of the W3C context when there is no other', async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

    const response = await fetch(`${demo.url}/health/live`, { headers: { traceparent } });

    expect(response.headers.get('x-trace-id')).toBe('0af7651916cd43dd8448eb211c80319c');
  });

  it("takes the proxy's request id when there is neither", async () => {
    const headers = { 'x-request-id': 'request-0001' };

    const response = await fetch(`${demo.url}/health/live`, { headers });

    expect(response.headers.get('x-trace-id')).toBe('request-0001');
  });

  it.each(['bad id', 'x'.repeat(65)])('makes a new one instead of %j', async (given) => {
    const response = await fetch(`${demo.url}/health/live`, { headers: { 'x-trace-id': given } });

    expect(response.headers.get('x-trace-id')).toMatch(/^[0-9a-f]{32}$/);
  });
});

describe('/docs/<app>/status', () => {
  const ask = async () => {
    const response = await fetch(`${demo.url}/docs/demo/status`);
    return { status: response.status, body: await response.json() };
  };

  it('tells everybody name, version and one word, and nothing of what is inside', async () => {
    const probe = demo.app.get(SwitchableProbe);
    const ready = { name: 'demo', version: '0.1.0', status: 'ready' };
    await untilAsync(async () => (await ask()).body, ready);

    probe.behaviour = 'throws';

    await untilAsync(async () => (await ask()).body, { ...ready, status: 'not_ready' });
    probe.behaviour = 'up';
    expect((await ask()).status).toBe(200);
  });

  it('asks the dependencies once a second at most', async () => {
    let nowMs = 0;
    let asked = 0;
    const checks = {
      summary: () => {
        asked += 1;
        return Promise.resolve('ready' as const);
      },
    };
    const app = express().use(statusPage(checks, { name: 'a', version: '1' }, () => nowMs));
    const server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const call = () => fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);

    for (nowMs of [0, 500, 1000, 1001, 2000]) await call();
    server.close();

    expect(asked).toBe(2);
  });
});

describe('validation', () => {
  it('hands the controller an instance of the DTO', async () => {
    const response = await post('{"name":"a","parts":[{"name":"b"}]}');

    expect(await response.json()).toEqual({
      isInstance: true,
      thing: { name: 'a', parts: [{ name: 'b' }] },
    });
  });

  it.each([
    ['{"name":7}', 'name'],
    ['{}', 'name'],
    ['{"name":"a","colour":"red"}', 'colour'],
    ['{"name":"a","count":1.5}', 'count'],
    ['{"name":"a","parts":[{"name":"b"},{"nam":"c"}]}', 'parts.1.nam'],
    ['{"name":"a","parts":[{},{},{},{}]}', 'parts'],
    ['{"name":"a","constructor":1}', 'constructor'],
    ['{"name":"a","__proto__":{"admin":true}}', '__proto__'],
    ['{"name":"a","parts":[{"name":"b","toString":1}]}', 'parts.0.toString'],
  ])('refuses %s and names %s', async (body, field) => {
    const response = await post(body);

    expect(response.status).toBe(400);
    const { fields } = await errorOf(response);
    expect(fields?.map((entry) => entry.field)).toContain(field);
  });
});

describe('bodies', () => {
  it('are parsed from forms too', async () => {
    const response = await post('name=%C3%A9+%25', 'application/x-www-form-urlencoded');

    expect(await response.json()).toMatchObject({ thing: { name: 'é %' } });
  });

  it('of a form have a list for what is repeated, and nothing without a name', async () => {
    const { fields } = await errorOf(await post('name=a&name=b&=x&__proto__=1&&%zz=%41', FORM));

    expect(fields?.map(({ field }) => field)).toEqual(['__proto__']);
    expect((await errorOf(await post('name=a&name=b&=x&&', FORM))).fields).toMatchObject([
      { field: 'name' },
    ]);
  });

  it('of a form cost as much as they are long, however often a parameter is repeated', async () => {
    const form = gzipSync('a&'.repeat(65_535) + 'a');
    const headers = { 'content-type': FORM, 'content-encoding': 'gzip' };
    const post = fetch(`${demo.url}/things/forms`, { method: 'POST', body: form, headers });
    const others = fetch(`${demo.url}/health/live`);

    expect([(await post).status, (await others).status]).toEqual([400, 200]);
    const more = gzipSync('&'.repeat(65_536));
    const refused = await fetch(`${demo.url}/things/forms`, {
      ...{ method: 'POST', body: more, headers },
    });
    expect(refused.status).toBe(413);
  }, 5000);

  it('may have ten thousand members in an object, of which each is told from the others', async () => {
    const members = (count: number) =>
      `{${Array.from({ length: count }, (_, name) => `"${name}a":1`).join()}}`;
    const send = (body: string) =>
      fetch(`${demo.url}/things/forms`, {
        method: 'POST',
        headers: { 'content-type': JSON_TYPE, 'content-encoding': 'gzip' },
        body: gzipSync(body),
      });

    expect((await errorOf(await send(members(9_999)))).fields).toHaveLength(10_000);
    expect(await errorOf(await send(members(10_001)))).toMatchObject({
      message: 'An object in the body has too many members.',
    });
    expect(await errorOf(await send(`{"name":[${members(10_001)}]}`))).toMatchObject({
      message: 'An object in the body has too many members.',
    });
  });

  it.each([
    ['values', `[${'0,'.repeat(1_000_001)}0]`],
    ['members', `{${'"":0,'.repeat(500_001)}"":0}`],
  ])('are refused for their %s before they are parsed', async (what, body) => {
    const response = await fetch(`${demo.url}/things/huge`, {
      method: 'POST',
      headers: { 'content-type': JSON_TYPE, 'content-encoding': 'gzip' },
      body: gzipSync(body),
    });

    expect(response.status).toBe(413);
    expect((await errorOf(response)).message).toMatch(new RegExp(`more than [0-9]+ ${what}`));
  });

  const FORM = 'application/x-www-form-urlencoded';
  const JSON_TYPE = 'application/json';

  it.each<[string, string, string | Uint8Array<ArrayBuffer>, string]>([
    ['malformed JSON', '400 malformed_body', '{"name":', JSON_TYPE],
    ['invalid UTF-8', '400 invalid_encoding', Uint8Array.of(0x22, 0xff, 0x22), JSON_TYPE],
    ['an invalid escape sequence', '400 invalid_encoding', 'name=%FF', FORM],
    ['another charset', '415 unsupported_media_type', '{}', `${JSON_TYPE}; charset=utf-16`],
    ['another charset', '415 unsupported_media_type', 'name=a', `${FORM}; charset=iso-8859-1`],
    ['201 levels of lists', '400 malformed_body', '['.repeat(201) + ']'.repeat(201), JSON_TYPE],
    ['201 levels of objects', '400 malformed_body', deepObject(201), JSON_TYPE],
    ['one byte too much', '413 body_too_large', `{"name":"${'a'.repeat(1014)}"}`, JSON_TYPE],
  ])('are refused for %s with %s', async (_reason, expected, body, type) => {
    const response = await post(body, type);

    expect(`${response.status} ${(await errorOf(response)).code}`).toBe(expected);
  });

  it('may be nested 200 levels deep', async () => {
    const response = await post(`{"name":"a","x":${deepObject(199)}}`);

    expect((await errorOf(response)).code).not.toBe('malformed_body');
  });

  it('are refused for their depth before they are parsed', async () => {
    const { message } = await errorOf(await post('['.repeat(300)));

    expect(message).toBe('The body is nested more than 200 levels deep. Send it flatter.');
  });

  it('may have exactly the allowed size', async () => {
    expect((await post(`{"name":"${'a'.repeat(1013)}"}`)).status).toBe(201);
  });

  it.each([
    ['within its own limit', 4085, 201],
    ['one byte above its own limit', 4086, 413],
  ])('of a path with a limit of its own are judged by it: %s', async (_what, length, status) => {
    const response = await fetch(`${demo.url}/things/large`, {
      method: 'POST',
      headers: { 'content-type': JSON_TYPE },
      body: `{"name":"${'a'.repeat(length)}"}`,
    });

    expect(response.status).toBe(status);
  });
});

describe('errors', () => {
  it('answers a Problem with its code, status and headers', async () => {
    const response = await fetch(`${demo.url}/things/gone`);

    expect(response.status).toBe(410);
    expect(response.headers.get('retry-after')).toBe('7');
    expect(await errorOf(response)).toMatchObject({ code: 'thing_gone' });
  });

  it('answers an unknown error with the trace id only and logs it under that id', async () => {
    const response = await fetch(`${demo.url}/things/broken`);
    const text = await response.text();

    const traceId = response.headers.get('x-trace-id');
    expect(response.status).toBe(500);
    expect(text).toContain(String(traceId));
    expect(text).not.toContain('hunter2');
    expect(demo.lines.find(({ msg }) => msg === 'request.failed')).toMatchObject({
      traceId,
      err: { message: 'password is hunter2' },
    });
  });

  it('breaks the connection when half of the answer is out', async () => {
    await expect(fetch(`${demo.url}/things/half`).then((r) => r.text())).rejects.toThrow();
  });
});

describe('methods', () => {
  it.each([
    ['DELETE', '/things', 'POST'],
    ['POST', '/things/gone/', 'GET, HEAD'],
    ['PUT', '/THINGS', 'POST'],
    ['POST', '/docs/demo/openapi.json', 'GET, HEAD'],
    ['DELETE', '/DOCS/demo/swagger-ui.css', 'GET, HEAD'],
    ['POST', '/docs/demo/status', 'GET, HEAD'],
  ])('that a path does not serve are answered with those that it does: %s %s', async (...asked) => {
    const [method, path, allowed] = asked;
    const response = await fetch(demo.url + path, { method });

    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe(allowed);
    expect(await errorOf(response)).toMatchObject({ code: 'method_not_allowed' });
  });

  it('do not count where there is nothing', async () => {
    expect((await fetch(`${demo.url}/nowhere`, { method: 'DELETE' })).status).toBe(404);
  });
});

describe('answers', () => {
  it('carry security headers and no fingerprint', async () => {
    const { headers } = await fetch(`${demo.url}/health/live`);

    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('strict-transport-security')).toContain('max-age=');
    expect(headers.get('x-powered-by')).toBeNull();
  });

  it('are counted at /metrics under the pattern of their route', async () => {
    await fetch(`${demo.url}/things/gone`);

    const page = await (await fetch(`${demo.url}/metrics`)).text();

    expect(page).toMatch(/http_request_duration_seconds_count\{[^}]*route="\/things\/gone"/);
  });

  it.each(['/docs', '/docs/demo'])('describe the API at %s', async (path) => {
    const page = await fetch(demo.url + path);
    const document = (await (await fetch(`${demo.url}${path}/openapi.json`)).json()) as {
      paths: Record<string, unknown>;
    };
    const script = await fetch(`${demo.url}${path}/swagger-ui-bundle.js`);

    expect(page.headers.get('content-type')).toContain('text/html');
    expect(script.status).toBe(200);
    expect(Object.keys(document.paths)).toContain('/things');
  });

  it('show nothing but this API, however many slashes are asked for', async () => {
    expect((await fetch(`${demo.url}/docs//`)).status).toBe(404);
    const other = await fetch(`${demo.url}/docs/demo/petstore.css`);
    expect([other.status, await errorOf(other)]).toMatchObject([404, { code: 'not_found' }]);
  });

  it('find the files of the documentation in any case of letters', async () => {
    const style = await fetch(`${demo.url}/DOCS/demo/SWAGGER-UI.CSS`);

    expect([style.status, style.headers.get('content-type')]).toEqual([200, CSS]);
    expect(await style.text()).toContain('.swagger-ui');
  });

  it.each([
    [416, { range: 'bytes=999999999-' }],
    [412, { 'if-match': '"another"' }],
  ])('refuse a part or version of such a file as a problem: %d', async (status, headers) => {
    const refused = await fetch(`${demo.url}/docs/demo/swagger-ui.css`, { headers });

    expect([refused.status, refused.headers.get('content-type')]).toEqual([status, JSON_TYPE]);
    for (const name of ['cache-control', 'etag', 'last-modified', 'accept-ranges']) {
      expect([name, refused.headers.get(name)]).toEqual([name, null]);
    }
    expect(await errorOf(refused)).toMatchObject({ code: 'request_refused' });
  });

  it.each(['json', 'yaml'])('write the document once, as %s', async (kind) => {
    const page = async () => {
      const answer = await fetch(`${demo.url}/docs/demo/openapi.${kind}`);
      return [answer.headers.get('content-type'), await answer.text()];
    };

    const first = await page();

    expect(first[1]).toMatch(/x-written.*times/s);
    expect(await page()).toEqual(first);
  });

  it('tell the version of the package and whose interface they follow', async () => {
    const { info } = await apiDocument('/docs/demo');

    expect(info.version).toBe(manifest.version);
    expect(info.description).toContain(`Demo ${manifest.version} follows a vendor's API 7.1.`);
  });

  it('show what is internal at /docs and leave it and its parts out where the gateway shows them', async () => {
    const [whole, shown] = [await apiDocument('/docs'), await apiDocument('/docs/demo')];

    expect(Object.keys(whole.paths)).toContain('/internal/orders');
    expect(Object.keys(whole.components.schemas)).toEqual(['Part', 'ThingDto', 'Order']);
    expect(Object.keys(shown.paths)).not.toContain('/internal/orders');
    expect(Object.keys(shown.components.schemas)).toEqual(['Part', 'ThingDto']);
    expect(shown.components.securitySchemes).toEqual({});
  });
});

describe('health', () => {
  const get = async (path: string) => {
    const response = await fetch(demo.url + path);
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };

  afterEach(() => {
    demo.app.get(SwitchableProbe, { strict: false }).behaviour = 'up';
  });

  it('is up with the facts of its probes', async () => {
    expect(await get('/health/ready')).toEqual({
      status: 200,
      body: {
        status: 'up',
        checks: { engine: { status: 'up', pairs: 3 } },
        timestamp: expect.any(String),
      },
    });
  });

  it.each([
    ['down', 'Install the engine.'],
    ['throws', 'engine does not answer.'],
    ['hangs', 'engine does not answer.'],
  ] as const)('is 503 when a probe %s, and stays alive', async (behaviour, message) => {
    demo.app.get(SwitchableProbe, { strict: false }).behaviour = behaviour;

    const [all, ready, live] = await Promise.all(
      ['/health', '/health/ready', '/health/live'].map(get),
    );

    for (const answer of [all, ready]) {
      expect(answer).toMatchObject({
        status: 503,
        body: { status: 'down', checks: { engine: { status: 'down', message } } },
      });
    }
    expect(live).toMatchObject({ status: 200, body: { status: 'up', checks: {} } });
  });
});

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe('time-outs', () => {
  it('answer 503 when the handler takes too long', async () => {
    const impatient = await startDemo({ REQUEST_TIMEOUT_MS: '100' });

    const response = await fetch(`${impatient.url}/things/slow`);

    expect(response.status).toBe(503);
    expect(await errorOf(response)).toMatchObject({ code: 'timeout' });
    await impatient.app.close();
  });

  it('answer what the handler says of the reason', async () => {
    const impatient = await startDemo({ REQUEST_TIMEOUT_MS: '100' });

    const response = await fetch(`${impatient.url}/things/slow?why=Loading.`);

    expect(response.status).toBe(503);
    expect(await errorOf(response)).toMatchObject({ code: 'unavailable', message: 'Loading.' });
    await impatient.app.close();
  });

  it('begin for a form when it has come: files take their time', async () => {
    const impatient = await startDemo({ REQUEST_TIMEOUT_MS: '100' });
    const headers = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': 4 };
    const request = httpRequest(`${impatient.url}/things/form`, { method: 'POST', headers });
    const answered = once(request, 'response') as Promise<[IncomingMessage]>;
    for (const piece of ['fo', 'rm']) {
      request.write(piece);
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
    request.end();

    const [{ statusCode }] = await answered;

    expect(statusCode).toBe(201);
    impatient.app.getHttpServer().closeAllConnections();
    await impatient.app.close();
  });

  it('tell the handler when the caller has gone', async () => {
    const { slow, aborted } = seen;
    const request = httpRequest(`${demo.url}/things/slow`).on('error', () => undefined);
    request.end();
    await until(() => seen.slow > slow);

    request.destroy();
    await until(() => seen.aborted > aborted);

    expect(seen.aborted).toBe(aborted + 1);
  });
});

describe('drain', () => {
  it('goes unready, finishes what is in flight, refuses the rest and runs the hooks', async () => {
    const { app, url } = await startDemo();
    seen.shutDown = false;
    const { slow } = seen;
    const inFlight = fetch(`${url}/things/slow`);
    await until(() => seen.slow > slow);

    const drained = drain(app, { shutdownDelayMs: 150, shutdownGraceMs: 2000 }, silentLogger);
    const ready = await fetch(`${url}/health/ready`);

    expect(ready.status).toBe(503);
    expect(await ready.json()).toMatchObject({ status: 'draining' });
    expect(await (await inFlight).text()).toBe('slow');
    expect(await drained).toBe(true);
    expect(seen.shutDown).toBe(true);
    await expect(fetch(`${url}/health/live`)).rejects.toThrow();
  });

  it('does not wait for upgraded connections, and gives hooks the time to close them', async () => {
    const { app, url } = await startDemo();
    const server = app.getHttpServer();
    server.on('upgrade', (_request, socket) => {
      socket.on('error', () => undefined);
      socket.write(
        'HTTP/1.1 101 Switching Protocols\r\nUpgrade: demo\r\nConnection: Upgrade\r\n\r\n',
      );
    });
    const upgraded = await new Promise<Socket>((resolve) => {
      httpRequest(url, { headers: { connection: 'Upgrade', upgrade: 'demo' } })
        .on('upgrade', (_response, socket) => resolve(socket))
        .end();
    });
    const closed = new Promise((resolve) => upgraded.once('close', resolve));
    upgraded.on('error', () => undefined).resume();

    const drained = await drain(app, { shutdownDelayMs: 0, shutdownGraceMs: 1000 }, silentLogger);

    expect(drained).toBe(true);
    await closed;
  });

  it('cuts off what does not finish in time', async () => {
    const { app, url } = await startDemo();
    const { slow } = seen;
    const inFlight = fetch(`${url}/things/slow`).catch(() => 'cut off');
    await until(() => seen.slow > slow);

    const drained = await drain(app, { shutdownDelayMs: 0, shutdownGraceMs: 50 }, silentLogger);

    expect(drained).toBe(false);
    expect(await inFlight).toBe('cut off');
  });
});

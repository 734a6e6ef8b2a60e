import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Problem } from '../src/errors/index.js';
import express, { type NextFunction, type Request, type Response } from 'express';
import { serveWeb } from '../src/index.js';

const SCRIPT = 'export const answer = 42;\n'.repeat(100);

/** What Vite leaves behind. */
const BUILT: Readonly<Record<string, string>> = {
  'index.html': '<!doctype html><html><head><title>Page</title></head><body></body></html>',
  'renewed.html': '<!doctype html><html><head></head><body></body></html>',
  'worker.js': 'self.addEventListener("push", () => undefined);',
  'assets/index-Ab12.js': SCRIPT,
  'assets/index-Ab12.js.br': 'BROTLI',
  'assets/index-Ab12.js.gz': 'GZIP',
  'assets/index-Cd34.css': 'body { margin: 0 }',
  'assets/index-Ef56.css': 'body { margin: 1px }',
};

let place: string;
let folder: string;
let server: Server;
let url: string;
let issuerServer: Server;
let issuer: string;

beforeAll(async () => {
  issuerServer = createServer((_request, response) => {
    response.end(JSON.stringify({ issuer }));
  }).listen(0, '127.0.0.1');
  await once(issuerServer, 'listening');
  issuer = `http://127.0.0.1:${(issuerServer.address() as AddressInfo).port}`;
  // Below a hidden folder, where people keep clones too.
  place = mkdtempSync(join(tmpdir(), 'sextant-web-'));
  folder = join(place, '.hidden', 'dist');
  mkdirSync(join(folder, 'assets'), { recursive: true });
  for (const [name, text] of Object.entries(BUILT)) writeFileSync(join(folder, name), text);
  const location = pathToFileURL(`${folder}/`);
  const app = express().disable('x-powered-by');
  app.use(
    serveWeb({
      folder: location,
      path: '/inbox',
      settings: { end: '</script>' },
      signIn: { issuer, clientId: 'pages' },
      headers: { 'worker.js': { 'Service-Worker-Allowed': '/inbox' } },
    }),
    serveWeb({ folder: location, path: '/', files: '/start' }),
    serveWeb({
      folder: location,
      path: '/graphql',
      policy: { inlineStyles: true },
      isMeant: (request) => request.accepts('json', 'html') === 'html',
    }),
  );
  app.use((_request, response) => void response.status(418).send('somebody else'));
  // Express tells error handlers by their four parameters.
  app.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => {
    response.status((error as Partial<Problem>).status ?? 500).send('problem');
  });
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  issuerServer.close();
  server.close();
  rmSync(place, { recursive: true });
});

interface Got {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** As it is on the wire: `fetch` would decompress it. */
async function get(
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Got> {
  const sent = httpRequest(url + path, { method, headers }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const body = Buffer.concat(await answer.toArray());
  return { status: answer.statusCode ?? 0, headers: answer.headers, body };
}

describe('the document', () => {
  it.each(['/inbox', '/inbox/settings', '/', '/inbox/'])('is the page at %s', async (path) => {
    const { status, headers, body } = await get(path);

    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(body.toString()).toContain('<title>Page</title>');
    expect(headers['cache-control']).toBe('no-cache');
  });

  it('tells the page its settings as data, which cannot end early', async () => {
    const { body } = await get('/inbox');

    const [, data = ''] = /<script type="application\/json" id="settings">(.*?)<\/script>/.exec(
      body.toString(),
    )!;
    const told = { issuer, clientId: 'pages', path: '/inbox', end: '</script>' };
    expect(JSON.parse(data)).toMatchObject(told);
  });

  it("tells the page its issuer's metadata, as soon as that is known", async () => {
    let page: Got;
    do page = await get('/inbox');
    while (!page.body.toString().includes(`"metadata":{"issuer":"${issuer}"}`));

    expect((await get('/inbox', { 'if-none-match': page.headers.etag! })).status).toBe(304);
  });

  it('is not sent again to who has it', async () => {
    const { headers } = await get('/inbox');

    const again = await get('/inbox', { 'if-none-match': headers.etag ?? '' });

    expect([again.status, again.body.length]).toEqual([304, 0]);
  });

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('is compressed for who takes %s', async (encoding, decompress) => {
    const { headers, body } = await get('/inbox', { 'accept-encoding': encoding });

    expect(headers['content-encoding']).toBe(encoding);
    expect(headers.vary).toContain('Accept-Encoding');
    expect(decompress(body).toString()).toContain('<title>Page</title>');
  });

  it('allows no inline script and no other host but those that were named', async () => {
    const [inbox, start, graphql] = await Promise.all([
      get('/inbox'),
      get('/'),
      get('/graphql', { accept: 'text/html' }),
    ]);

    const policy = (got: Got) => String(got.headers['content-security-policy']);
    expect(policy(start)).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; frame-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'",
    );
    expect(policy(inbox)).toContain(`connect-src 'self' ${issuer};`);
    expect(policy(graphql)).toContain("script-src 'self'; style-src 'self' 'unsafe-inline';");
    // As its policy says; the hidden frame that renews a sign-in is one of its own.
    expect(start.headers['x-frame-options']).toBe('SAMEORIGIN');
  });

  it('is left to others where a program is meant, or a method that no page has', async () => {
    const statuses = await Promise.all([
      get('/graphql', { accept: 'application/json' }),
      get('/graphql', { accept: 'text/html' }, 'POST'),
      get('/inboxes'),
      get('/nowhere'),
    ]);

    expect(statuses.map(({ status }) => status)).toEqual([418, 418, 418, 418]);
  });
});

describe('files', () => {
  it.each([
    ['br, gzip', 'br', 'BROTLI'],
    ['gzip', 'gzip', 'GZIP'],
    ['br;q=0, gzip;q=0.5', 'gzip', 'GZIP'],
    ['identity', undefined, SCRIPT],
  ])('go out to who takes %s as they were compressed', async (accepted, encoding, expected) => {
    const { headers, body } = await get('/inbox/assets/index-Ab12.js', {
      'accept-encoding': accepted,
    });

    expect([headers['content-encoding'], body.toString()]).toEqual([encoding, expected]);
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(headers.vary).toBe('Accept-Encoding');
  });

  it('are kept for a year when their names tell their content, else asked for', async () => {
    const [hashed, plain] = await Promise.all([
      get('/start/assets/index-Cd34.css'),
      get('/inbox/worker.js'),
    ]);

    expect(hashed.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(plain.headers['cache-control']).toBe('no-cache');
    expect(plain.headers['service-worker-allowed']).toBe('/inbox');
  });

  it('have an ETag and answer HEAD', async () => {
    const path = '/inbox/assets/index-Cd34.css';
    const head = await get(path, {}, 'HEAD');
    const again = await get(path, { 'if-none-match': head.headers.etag ?? '' });

    expect([head.status, head.headers['content-length'], head.body.length]).toEqual([200, '18', 0]);
    expect(again.status).toBe(304);
  });

  it.each([
    ['a range beyond the end', 416, { range: 'bytes=99999999-' }],
    ['another version', 412, { 'if-match': '"another"' }],
  ])('are refused in plain text that nobody keeps: %s', async (_what, status, wanted) => {
    const asked = { 'accept-encoding': 'br', ...wanted };
    const got = await get('/inbox/assets/index-Ab12.js', asked);

    expect([got.status, got.body.toString()]).toEqual([status, 'problem']);
    expect(got.headers).not.toHaveProperty('content-encoding');
    expect(got.headers).not.toHaveProperty('cache-control');
  });

  it('that were removed since the start are 404, which nobody keeps', async () => {
    const file = join(folder, 'assets/index-Ef56.css');
    renameSync(file, `${file}.away`);

    const gone = await get('/inbox/assets/index-Ef56.css', { 'accept-encoding': 'br' });
    renameSync(`${file}.away`, file);

    expect([gone.status, gone.headers['cache-control']]).toEqual([404, undefined]);
    expect((await get('/inbox/assets/index-Ef56.css')).status).toBe(200);
  });

  it.each([
    '/inbox/assets/index-Old.js',
    '/inbox/unknown.js',
    '/inbox/..%2f..%2fetc/passwd.txt',
    '/start/assets/nothing.css',
    '/inbox/assets/__proto__.js',
  ])('that are not there are 404: %s', async (path) => {
    expect((await get(path)).status).toBe(404);
  });
});

it('says at the start that the page was not built', () => {
  expect(() => serveWeb({ folder: pathToFileURL('/nowhere/dist/'), path: '/' })).toThrow(
    /The page of \/ is not built .*nx run-many -t build/,
  );
});

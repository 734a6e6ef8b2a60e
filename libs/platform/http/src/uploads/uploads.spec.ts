import { once } from 'node:events';
import { createServer, request as send, type ClientRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Problem } from '../errors/index.js';
import express, { type ErrorRequestHandler } from 'express';
import { Uploads, type UploadedForm, type UploadOptions } from './uploads.js';

const OPTIONS: UploadOptions = { files: ['sample'], most: 3, mostOfOne: 2, receiveMs: 60_000 };
const MAX_FILE_BYTES = 1024 * 1024;
let server: Server;
let release: () => void;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Work takes until it is released. */
async function start(options: UploadOptions): Promise<string> {
  const forms = new Uploads(options);
  const gate = new Promise<void>((resolve) => (release = resolve));
  const app = express();
  app.post('/:owner', (request, response, next) => {
    const { owner } = request.params;
    forms
      .use({ owner, maxFileBytes: MAX_FILE_BYTES, request, response }, async (form) => {
        server.emit('form', form);
        await gate;
      })
      .then(() => response.end('made'))
      .catch(next);
  });
  const answerError: ErrorRequestHandler = (error: unknown, _request, response, _next) => {
    if (!(error instanceof Problem)) throw error;
    response.status(error.status).set(error.headers).end(error.code);
  };
  app.use(answerError);
  server = createServer(app);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const same = (): void => undefined;

function post(
  url: string,
  { bytes = 10, change = same }: { bytes?: number; change?: (form: FormData) => void } = {},
): Promise<Response> {
  const body = new FormData();
  body.append('name', 'Ada');
  body.append('sample', new Blob([new Uint8Array(bytes)]), 'sample.wav');
  change(body);
  return fetch(url, { method: 'POST', body });
}

describe('uploads', () => {
  it('keep their place until the work is done, some of each owner and some of all', async () => {
    const url = await start(OPTIONS);
    const making: Promise<Response>[] = [];
    for (const workspace of ['a', 'a', 'b']) {
      const read = once(server, 'form');
      making.push(post(`${url}/${workspace}`));
      await read;
    }

    expect(await (await post(`${url}/a`)).text()).toBe('upload_limit_reached');
    expect(await (await post(`${url}/b`)).text()).toBe('uploads_busy');

    release();
    for (const answer of making) expect(await (await answer).text()).toBe('made');
    expect(await (await post(`${url}/a`)).text()).toBe('made');
  });

  it('that do not come to their end in time lose it', async () => {
    const url = await start({ ...OPTIONS, mostOfOne: 1, receiveMs: 200 });
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const slow = send(`${url}/a`, { method: 'POST', headers });
    slow.on('error', () => undefined);
    slow.write('--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nAd');

    const [answer] = (await once(slow, 'response')) as [{ statusCode: number; headers: object }];

    expect(answer.statusCode).toBe(408);
    expect(answer.headers).toMatchObject({ connection: 'close' });
    release();
    expect(await (await post(`${url}/a`)).text()).toBe('made');
  });

  it('are given as they came, a repeated field as a list', async () => {
    const url = await start(OPTIONS);
    const read = once(server, 'form');
    const answer = post(`${url}/a`, { change: (form) => form.append('name', 'Grace') });
    const [form] = (await read) as [UploadedForm];
    release();

    expect(form.fields).toEqual({ name: ['Ada', 'Grace'] });
    expect(form.files.get('sample')).toMatchObject({ name: 'sample.wav' });
    expect(form.files.get('sample')?.bytes).toHaveLength(10);
    expect((await answer).status).toBe(200);
  });

  it('are refused when too large, with other files, or of another type', async () => {
    const url = await start(OPTIONS);
    const file = new Blob(['x']);

    expect(await (await post(`${url}/a`, { bytes: MAX_FILE_BYTES + 1 })).text()).toBe(
      'file_too_large',
    );
    expect(await (await post(`${url}/a`, { bytes: 2 * MAX_FILE_BYTES })).text()).toBe(
      'file_too_large',
    );
    const twice = await post(`${url}/a`, { change: (form) => form.append('sample', file) });
    expect(await twice.text()).toBe('invalid_form');
    const other = await post(`${url}/a`, { change: (form) => form.append('other', file) });
    expect(await other.text()).toBe('invalid_form');
    const json = await fetch(`${url}/a`, { method: 'POST', body: '{}' });
    expect(json.status).toBe(415);
  });

  it('give their place back when their connection goes', async () => {
    const url = await start({ ...OPTIONS, mostOfOne: 1 });
    release();
    const gone = await begun(`${url}/a`);
    expect(await (await post(`${url}/a`)).text()).toBe('upload_limit_reached');

    gone.destroy();

    await untilMade(`${url}/a`);
  });

  it('that trickle make room for others', async () => {
    const url = await start({ ...OPTIONS, most: 2 });
    release();
    const trickling = [await begun(`${url}/a`), await begun(`${url}/b`)];
    const ends = trickling.map(async (each) => {
      const [{ statusCode }] = (await once(each, 'response')) as [{ statusCode: number }];
      return statusCode;
    });
    expect(await (await post(`${url}/c`)).text()).toBe('uploads_busy');

    // As soon as they may be called slow.
    await untilMade(`${url}/c`);

    expect(await Promise.race(ends)).toBe(408);
    for (const each of trickling) each.destroy();
    await Promise.allSettled(ends);
  });
});

/** An upload that has begun, as the server knows, and does not end. */
async function begun(url: string): Promise<ClientRequest> {
  const headers = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': 100_000 };
  const upload = send(url, { method: 'POST', headers });
  upload.on('error', () => undefined);
  const seen = once(server, 'request');
  upload.write('--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nAd');
  await seen;
  return upload;
}

async function untilMade(url: string): Promise<void> {
  while ((await (await post(url)).text()) !== 'made') await sleep(50);
}

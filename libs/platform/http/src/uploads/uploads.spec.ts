import { once } from 'node:events';
import { createServer, request as send, type ClientRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Problem, type ProblemFilter } from '../errors/index.js';
import { requestTimeout } from '../requests/request-context.js';
import express, { type ErrorRequestHandler } from 'express';
import { Uploads, type UploadedForm, type UploadOptions } from './uploads.js';

const OPTIONS: UploadOptions = { files: ['sample'], most: 3, mostOfOne: 2, receiveMs: 60_000 };
const MAX_FILE_BYTES = 4 * 1024 * 1024;
const largestBytes = MAX_FILE_BYTES;
let server: Server;
let release: () => void;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Work takes until it is released. */
async function start(options: UploadOptions, timeoutMs = 60_000): Promise<string> {
  const forms = new Uploads(options);
  const gate = new Promise<void>((resolve) => (release = resolve));
  const app = express();
  const answer: ProblemFilter['answer'] = (_error, response) => void response.status(503).end();
  app.use(requestTimeout(timeoutMs, { answer }));
  app.post('/:owner', (request, response, next) => {
    const { owner } = request.params;
    forms
      .use({ owner, maxFileBytes: MAX_FILE_BYTES, request, response }, async (form) => {
        server.emit('form', form);
        await gate;
      })
      .then(() => (response.writableEnded ? undefined : response.end('made')))
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
  it('wait until it is their turn to be worked with, some of each owner at once and some of all', async () => {
    const url = await start(OPTIONS);
    const order: string[] = [];
    server.on('form', ({ fields }: UploadedForm) => order.push(String(fields['name'])));
    const named = (name: string) => ({ change: (form: FormData) => form.set('name', name) });
    const making = ['a', 'a', 'a', 'a', 'b'].map((owner, at) =>
      post(`${url}/${owner}`, named(`${owner}${String(at)}`)),
    );
    while (order.length < 3) await once(server, 'form');

    expect(order.toSorted()).toEqual(['a0', 'a1', 'b4']);

    release();
    for (const answer of making) expect(await (await answer).text()).toBe('made');
  });

  it('have their time from their turn on, however long those before them take', async () => {
    const url = await start({ ...OPTIONS, mostOfOne: 1 }, 1000);
    const [first, second] = [post(`${url}/a`), post(`${url}/a`)];

    // The first has work that takes longer than an answer may.
    expect((await Promise.race([first, second])).status).toBe(503);
    await setTimeout(300);
    release();

    const statuses = [(await first).status, (await second).status];
    expect(statuses.toSorted()).toEqual([200, 503]);
  });

  it('of two owners that come slowly keep no third one out, nor what is small of their own', async () => {
    const url = await start({ ...OPTIONS, most: 4, largestBytes });
    release();
    const slow: ClientRequest[] = [];
    for (const owner of ['a', 'a', 'b', 'b']) {
      slow.push(await begun(`${url}/${owner}`, MAX_FILE_BYTES));
    }

    const large = await post(`${url}/c`, { bytes: MAX_FILE_BYTES - 1000 });
    expect(await large.text()).toBe('made');
    expect(await (await post(`${url}/a`)).text()).toBe('made');
    for (const each of slow) each.destroy();
  });

  it('are refused where there is no room for long', async () => {
    const url = await start({ ...OPTIONS, most: 1, mostOfOne: 1, patienceMs: 300, largestBytes });
    release();
    const slow: ClientRequest[] = [];
    for (const owner of ['a', 'b']) slow.push(await begun(`${url}/${owner}`, MAX_FILE_BYTES));

    const late = await post(`${url}/c`, { bytes: MAX_FILE_BYTES - 1000 });

    expect([late.status, late.headers.get('retry-after'), await late.text()]).toEqual([
      503,
      '5',
      'uploads_busy',
    ]);
    for (const each of slow) each.destroy();
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

  it('give their room back when their connection goes', async () => {
    const url = await start({ ...OPTIONS, most: 1, mostOfOne: 1, largestBytes });
    release();
    const gone = [await begun(`${url}/a`, MAX_FILE_BYTES), await begun(`${url}/c`, MAX_FILE_BYTES)];
    const waiting = post(`${url}/b`, { bytes: MAX_FILE_BYTES - 1000 });

    for (const each of gone) each.destroy();

    expect(await (await waiting).text()).toBe('made');
  });

  it('that trickle make room for others', async () => {
    const url = await start({ ...OPTIONS, most: 2, largestBytes });
    release();
    const trickling: ClientRequest[] = [];
    for (const owner of ['a', 'a', 'b', 'b']) {
      trickling.push(await begun(`${url}/${owner}`, MAX_FILE_BYTES));
    }
    const ends = trickling.map(async (each) => {
      const [{ statusCode }] = (await once(each, 'response')) as [{ statusCode: number }];
      return statusCode;
    });

    const waiting = post(`${url}/c`, { bytes: MAX_FILE_BYTES - 1000 });

    expect(await Promise.race(ends)).toBe(408);
    expect(await (await waiting).text()).toBe('made');
    for (const each of trickling) each.destroy();
    await Promise.allSettled(ends);
  });

  it('that trickle stay where others do not wait for their room', async () => {
    const url = await start({ ...OPTIONS, most: 2, largestBytes });
    release();
    const small = await begun(`${url}/d`, 1000);
    const trickling: ClientRequest[] = [];
    for (const owner of ['b', 'a', 'a']) {
      trickling.push(await begun(`${url}/${owner}`, MAX_FILE_BYTES));
    }
    let ended = 0;
    for (const each of [small, ...trickling]) each.on('response', () => (ended += 1));

    const waitsForItself = post(`${url}/a`, { bytes: MAX_FILE_BYTES - 1000 });
    await setTimeout(4500);
    expect(ended).toBe(0);

    // Now the room for large forms is full, and somebody waits for it.
    trickling.push(await begun(`${url}/b`, MAX_FILE_BYTES));
    let isSmallEnded = false;
    small.on('response', () => (isSmallEnded = true));
    expect(await (await post(`${url}/c`, { bytes: MAX_FILE_BYTES - 1000 })).text()).toBe('made');

    expect(isSmallEnded).toBe(false);
    for (const each of [small, ...trickling]) each.destroy();
    await waitsForItself;
  }, 20_000);
});

/** An upload that has begun, as the server knows, and does not end. */
async function begun(url: string, length = 100_000): Promise<ClientRequest> {
  const headers = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': length };
  const upload = send(url, { method: 'POST', headers });
  upload.on('error', () => undefined);
  const seen = once(server, 'request');
  upload.write('--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nAd');
  await seen;
  return upload;
}

import { once } from 'node:events';
import { createServer, request as send, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Problem } from '@sextant/platform-errors';
import express, { type ErrorRequestHandler } from 'express';
import { VoiceForms, type VoiceFormLimits } from './voice-form.js';

const LIMITS: VoiceFormLimits = { most: 3, mostOfOne: 2, receiveMs: 60_000 };
let server: Server;
let release: () => void;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Voices take until they are released. */
async function start(limits: VoiceFormLimits): Promise<string> {
  const forms = new VoiceForms(limits);
  const gate = new Promise<void>((resolve) => (release = resolve));
  const app = express();
  app.post('/:workspace', (request, response, next) => {
    const caller = { workspace: request.params.workspace, id: 'k', rootId: 'k', scopes: [] };
    forms
      .use({ caller, request, response }, async () => {
        server.emit('form');
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

function post(url: string): Promise<Response> {
  const body = new FormData();
  body.append('name', 'Ada');
  body.append('sample', new Blob([new Uint8Array(10)]), 'sample.wav');
  return fetch(url, { method: 'POST', body });
}

describe('forms of voices', () => {
  it('keep their place until the voice is made, some of each workspace and some of all', async () => {
    const url = await start(LIMITS);
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
    const url = await start({ ...LIMITS, mostOfOne: 1, receiveMs: 200 });
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
});

import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { committedDocument, expectOpenDocs } from '@sextant/platform-testing';
import { startSpeech, type RunningSpeech } from './running-speech.js';

let speech: RunningSpeech;
beforeAll(async () => {
  speech = await startSpeech();
});
afterAll(() => speech.close());

const get = (path: string) => fetch(speech.url + path);

describe('speech', () => {
  it('is live while its engines start', async () => {
    expect((await get('/health/live')).status).toBe(200);
  });

  it('is ready when its engine is, and lists all engines', async () => {
    let answer = await get('/health/ready');
    while (answer.status === 503) {
      await pause(50);
      answer = await get('/health/ready');
    }

    expect(await answer.json()).toMatchObject({
      status: 'up',
      checks: {
        database: { status: 'up' },
        engines: { status: 'up', engines: { 'espeak-ng': 'ready', flite: expect.any(String) } },
      },
    });
  });

  it('answers an unknown path with 404 to those who have a key, and 401 to others', async () => {
    const known = await speech.request('GET', '/v1/nowhere');

    expect(known.status).toBe(404);
    expect(await known.json()).toEqual({
      error: { code: 'not_found', message: expect.any(String), request_id: expect.any(String) },
    });
    expect((await get('/v1/nowhere')).status).toBe(401);
  });

  it.each([
    ['my-request.7', 'my-request.7'],
    ['a', 'a'],
    ['a b<script>\u00e4', 'abscript'],
    ['x'.repeat(300), 'x'.repeat(128)],
  ])('answers X-Request-ID %j with %j, also in errors', async (given, echoed) => {
    const headers = { 'x-request-id': given };
    const fine = await speech.request('GET', '/v1/audio/models', { headers });
    const wrong = await speech.request('GET', '/v1/voices/nobody', { headers });
    const unauthorized = await speech.request('GET', '/v1/voices', { headers, key: 'none' });

    for (const answer of [fine, wrong, unauthorized]) {
      expect(answer.headers.get('x-request-id')).toBe(echoed);
    }
    expect(await wrong.json()).toMatchObject({ error: { request_id: echoed } });
    expect(await unauthorized.json()).toMatchObject({ error: { request_id: echoed } });
  });

  it('names requests without a name by their trace', async () => {
    const answer = await speech.request('GET', '/v1/voices/nobody', {
      headers: { 'x-trace-id': 'trace-0001' },
    });

    expect(answer.headers.get('x-request-id')).toBe('trace-0001');
    expect(await answer.json()).toMatchObject({ error: { request_id: 'trace-0001' } });
  });

  it.each([
    ['GET', '/v1/audio/speech', 'POST'],
    ['DELETE', '/v1/audio/stream/with-timestamps', 'POST'],
    ['POST', '/v1/audio/models', 'GET, HEAD'],
    ['PUT', '/v1/voices', 'GET, HEAD, POST'],
    ['PATCH', '/v1/voices/george', 'DELETE, GET, HEAD'],
    ['POST', '/v1/voices/george/sample', 'GET, HEAD'],
    ['GET', '/v1/auth/token', 'POST'],
  ])('answers 405 to %s %s: %s', async (method, path, allowed) => {
    const answer = await speech.request(method, path);

    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe(allowed);
    expect(await answer.json()).toMatchObject({ error: { code: 'method_not_allowed' } });
  });

  it.each([
    ['text/plain', '/v1/audio/speech'],
    ['application/x-www-form-urlencoded', '/v1/audio/speech'],
    ['application/xml', '/v1/audio/stream'],
    ['text/plain', '/v1/audio/stream/with-timestamps'],
    ['multipart/form-data; boundary=x', '/v1/audio/dialogue'],
    ['text/plain', '/v1/voices/consent-challenges'],
    ['application/json', '/v1/voices'],
    ['text/plain', '/v1/auth/token'],
    ['text/plain', '/v1/admin/keys'],
  ])('answers 415 to a body of type %s at %s', async (type, path) => {
    const answer = await speech.request('POST', path, {
      body: '{"input": "Hi.", "voice_id": "george", "full_name": "Ada"}',
      headers: { 'content-type': type },
    });

    expect(answer.status).toBe(415);
    expect(await answer.json()).toMatchObject({ error: { code: 'unsupported_media_type' } });
  });

  it('shows its documentation to everybody, in any case of letters, and takes nothing there', async () => {
    await expectOpenDocs(speech.url);
  });

  it('describes itself as committed (UPDATE_DOCS=1 writes it anew)', async () => {
    const document = (await (await get('/docs/openapi.json')).json()) as object;

    const { generated, committed } = committedDocument('docs/api/openapi/speech.json', document);
    expect(generated).toEqual(committed);
  });

  it('refuses bodies of more than 256 KiB', async () => {
    const answer = await speech.post('/v1/audio/speech', { input: 'a'.repeat(300_000) });

    expect(answer.status).toBe(413);
  });

  it('answers 429 with RateLimit-Remaining-Calls above the concurrency of a key', async () => {
    const limited = await startSpeech({ CONCURRENT_SYNTHESES: '1' });
    const body = {
      input: 'A long text. '.repeat(1000),
      voice_id: 'en-us-male',
      output_format: 'wav_48000',
    };
    const first = await limited.post('/v1/audio/stream', body);

    const second = await limited.post('/v1/audio/stream', body);
    const otherwise = await limited.post('/V1/Audio/stream/', body);

    expect([second.status, otherwise.status]).toEqual([429, 429]);
    expect(second.headers.get('ratelimit-remaining-calls')).toBe('0');
    expect(await second.json()).toMatchObject({ error: { code: 'concurrency_limit_reached' } });
    await first.body?.cancel();
    await limited.close();
  });
});

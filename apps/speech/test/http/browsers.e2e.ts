import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startSpeech, type RunningSpeech } from '../running-speech.js';

const PAGE = 'https://app.example.org';

let speech: RunningSpeech;
let closed: RunningSpeech;
beforeAll(async () => {
  speech = await startSpeech({ CORS_ORIGINS: `${PAGE}, http://localhost:5173` });
  closed = await startSpeech();
});
afterAll(async () => {
  await speech.close();
  await closed.close();
});

describe('previews', () => {
  it('of shared voices are MP3 that a player fetches without a key', async () => {
    const voice = (await (await speech.request('GET', '/v1/voices/fr-fr-female')).json()) as {
      preview_audio: string;
      models: { languages: { preview_audio: string }[] }[];
    };

    const answer = await fetch(voice.preview_audio);

    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'audio/mpeg']);
    expect(answer.headers.get('cache-control')).toContain('public');
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(5000);
    expect(voice.models[0]?.languages[0]?.preview_audio).toBe(voice.preview_audio);
  });

  it('are of shared voices only, and cost nobody anything', async () => {
    await fetch(`${speech.url}/v1/voices/carly/preview`);
    const unknown = await fetch(`${speech.url}/v1/voices/nobody/preview`);

    expect(unknown.status).toBe(404);
    expect(await speech.database.query('SELECT 1 FROM outbox')).toEqual([]);
  });
});

describe('pages of other origins', () => {
  const preflight = (origin: string, path = '/v1/audio/stream', service = speech) =>
    fetch(`${service.url}${path}`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
      },
    });

  it('may synthesize when they are named', async () => {
    const asked = await preflight(PAGE);
    const answer = await speech.post(
      '/v1/audio/stream',
      { input: 'Hi.', voice_id: 'george' },
      { origin: PAGE },
    );

    expect(asked.status).toBe(204);
    expect(asked.headers.get('access-control-allow-origin')).toBe(PAGE);
    expect(asked.headers.get('access-control-allow-headers')).toContain('Authorization');
    expect(answer.headers.get('access-control-allow-origin')).toBe(PAGE);
    expect(answer.headers.get('access-control-expose-headers')).toContain('X-Speech-Marks');
    expect(answer.headers.get('vary')).toContain('Origin');
    await answer.arrayBuffer();
  });

  it.each([
    ['others', 'https://evil.example.org', '/v1/audio/stream'],
    ['keys', PAGE, '/v1/admin/keys'],
  ])('may not call %s', async (_what, origin, path) => {
    const asked = await preflight(origin, path);

    expect(asked.headers.get('access-control-allow-origin')).toBeNull();
    expect(asked.status).toBeGreaterThanOrEqual(400);
  });

  it('are all refused where none is named', async () => {
    const asked = await preflight(PAGE, '/v1/audio/stream', closed);

    expect(asked.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('SSML', () => {
  it('may begin with an XML declaration', async () => {
    const answer = await speech.post('/v1/audio/speech', {
      input: '<?xml version="1.0" encoding="UTF-8"?>\n<speak>One <break time="1s"/> two</speak>',
      voice_id: 'george',
    });
    const { speech_marks, billable_characters_count } = (await answer.json()) as {
      speech_marks: { chunks: { value: string; start_time: number }[] };
      billable_characters_count: number;
    };

    expect(speech_marks.chunks.map(({ value }) => value)).toEqual(['One', 'two']);
    expect(speech_marks.chunks[1]?.start_time).toBeGreaterThan(1000);
    expect(billable_characters_count).toBeLessThan(12);
  });
});

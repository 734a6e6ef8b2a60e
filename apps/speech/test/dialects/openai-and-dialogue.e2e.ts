import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startSpeech, type RunningSpeech } from '../running-speech.js';

let speech: RunningSpeech;
beforeAll(async () => {
  speech = await startSpeech();
});
afterAll(() => speech.close());

describe("OpenAI's dialect", () => {
  const speak = (body: object) =>
    speech.post('/v1/audio/speech', { input: 'Hello there.', voice: 'alloy', ...body });

  it.each([
    [undefined, 'audio/mpeg'],
    ['mp3', 'audio/mpeg'],
    ['opus', 'audio/ogg'],
    ['aac', 'audio/aac'],
    ['wav', 'audio/wav'],
    ['pcm', 'audio/L16; rate=24000; channels=1'],
  ])('answers response_format %s with raw %s', async (response_format, type) => {
    const answer = await speak({
      model: 'tts-1',
      ...(response_format === undefined ? {} : { response_format }),
    });

    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe(type);
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(1000);
  });

  it('halves the duration at twice the speed', async () => {
    const bytes = async (speed: number) =>
      (await (await speak({ response_format: 'pcm', voice: 'onyx', speed })).arrayBuffer())
        .byteLength;

    const ratio = (await bytes(2)) / (await bytes(1));

    expect(ratio).toBeGreaterThan(0.4);
    expect(ratio).toBeLessThan(0.65);
  });

  it('streams events when asked', async () => {
    const answer = await speak({ stream_format: 'sse' });
    const types = [...(await answer.text()).matchAll(/^event: (\S+)$/gm)].map(([, type]) => type);

    expect(new Set(types.slice(0, -1))).toEqual(new Set(['speech.audio.delta']));
    expect(types.at(-1)).toBe('speech.audio.done');
  });

  it.each([
    ['an unknown format', { response_format: 'au' }, 'response_format'],
    ['a voice of another shape', { voice: { name: 'nova' } }, 'voice'],
    ['a speed of 5', { speed: 5 }, 'speed'],
    ['an unknown member', { x: 1 }, 'x'],
  ])('refuses %s', async (_what, body, field) => {
    const answer = await speak(body);

    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      error: { code: 'validation_failed', fields: { [field]: expect.any(String) } },
    });
  });

  it('answers 404 for an unknown voice', async () => {
    expect((await speak({ voice: 'nobody' })).status).toBe(404);
  });
});

describe('POST /v1/audio/dialogue', () => {
  const turns = [
    { input: 'How are you?', voice_id: 'en-us-male' },
    { input: 'Fine, thanks.', voice_id: 'carly', pause_ms: 1000 },
  ];

  it('speaks turns in one recording, each word with its turn and voice', async () => {
    const answer = await speech.post('/v1/audio/dialogue', { turns, output_format: 'pcm_24000' });
    const body = (await answer.json()) as {
      audio_data: string;
      audio_duration_ms: number;
      billable_characters_count: number;
      speech_marks: {
        value: string;
        turn: number;
        voice_id: string;
        start_time: number;
        end_time: number;
      }[];
    };

    expect(answer.status).toBe(200);
    expect(
      body.speech_marks.map(({ value, turn, voice_id }) => `${turn} ${voice_id} ${value}`),
    ).toEqual([
      '0 en-us-male How',
      '0 en-us-male are',
      '0 en-us-male you',
      '1 carly Fine',
      '1 carly thanks',
    ]);
    const [, , last, next] = body.speech_marks;
    expect((next?.start_time ?? 0) - (last?.end_time ?? 0)).toBeGreaterThanOrEqual(1000);
    expect(body.billable_characters_count).toBe(25);
    const ms = Buffer.from(body.audio_data, 'base64').length / 48;
    expect(Math.abs(ms - body.audio_duration_ms)).toBeLessThan(2);
  });

  it.each([
    [null, 'carly', 'application/json'],
    [null, 'carly', 'audio/ogg'],
    [null, 'en-us-male', 'application/json'],
  ])('says whether times are estimated: %s, as %s speaks', async (told, voice, accept) => {
    const body = {
      turns: [
        { input: 'Hi.', voice_id: 'en-us-female' },
        { input: 'Ho.', voice_id: voice },
      ],
    };
    const answer = await speech.post('/v1/audio/dialogue', body, { accept });

    expect(answer.headers.get('x-speech-marks')).toBe(told);
  });

  it('streams raw audio when Accept asks for it', async () => {
    const answer = await speech.post('/v1/audio/dialogue', { turns }, { accept: 'audio/ogg' });

    expect(answer.headers.get('content-type')).toBe('audio/ogg');
    expect(Buffer.from(await answer.arrayBuffer()).toString('latin1', 0, 4)).toBe('OggS');
  });

  it.each([
    ['no turns', { turns: [] }, 400, 'validation_failed'],
    ['201 turns', { turns: Array.from({ length: 201 }, () => turns[0]) }, 400, 'validation_failed'],
    [
      '20,001 characters in all',
      {
        turns: [
          { ...turns[0], input: 'a'.repeat(10_000) },
          { ...turns[1], input: 'a'.repeat(10_001) },
        ],
      },
      400,
      'validation_failed',
    ],
    [
      'six minutes of pauses',
      { turns: Array.from({ length: 37 }, () => ({ ...turns[0], pause_ms: 10_000 })) },
      400,
      'validation_failed',
    ],
    ['an empty turn', { turns: [turns[0], { ...turns[1], input: ' ' }] }, 400, 'validation_failed'],
    ['an unknown voice', { turns: [{ ...turns[0], voice_id: 'nobody' }] }, 404, 'voice_not_found'],
    ['a model of one speaker', { turns, model: 'simba-3.0' }, 400, 'model_not_allowed'],
  ])('refuses %s', async (_what, body, status, code) => {
    const answer = await speech.post('/v1/audio/dialogue', body);

    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ error: { code } });
  });

  it('is the only route of its model', async () => {
    const body = { input: 'Hi', voice_id: 'carly', model: 'simba-dialogue-1.0' };

    expect(await (await speech.post('/v1/audio/speech', body)).json()).toMatchObject({
      error: { code: 'model_not_allowed' },
    });
  });
});

describe('GET /v1/audio/models', () => {
  it('lists models with routes and voices, dialogue models apart', async () => {
    const answer = await speech.request('GET', '/v1/audio/models');
    const { models, dialogue_models } = (await answer.json()) as {
      models: {
        id: string;
        default: boolean;
        recommended: boolean;
        deprecated: boolean;
        endpoints: string[];
        english_voices_only: boolean;
        curated_voices: boolean;
      }[];
      dialogue_models: { id: string; endpoints: string[] }[];
    };

    expect(models.filter((model) => model.default).map(({ id }) => id)).toEqual(['simba-3.0']);
    expect(models.filter((model) => model.recommended).map(({ id }) => id)).toEqual(['simba-3.2']);
    expect(models.map(({ id, endpoints }) => [id, endpoints.length])).toEqual([
      ['simba-3.0', 3],
      ['simba-3.2', 3],
      ['simba-english', 2],
      ['simba-multilingual', 2],
      ['simba-base', 2],
      ['simba-turbo', 2],
    ]);
    const english = models.find(({ id }) => id === 'simba-english');
    expect(english?.english_voices_only).toBe(true);
    expect(models.map((model) => model.curated_voices)).toEqual(models.map(() => false));
    expect(dialogue_models).toMatchObject([
      { id: 'simba-dialogue-1.0', endpoints: ['/v1/audio/dialogue'] },
    ]);
  });
});

describe('who may speak', () => {
  it.each([
    ['no key', undefined, 401, 'unauthorized'],
    ['a wrong key', 'sxt_nonsense', 401, 'unauthorized'],
  ])('not %s', async (_who, key, status, code) => {
    const headers: Record<string, string> = key === undefined ? { authorization: '' } : {};
    const answer = await speech.request('POST', '/v1/audio/speech', {
      body: {},
      ...(key === undefined ? {} : { key }),
      headers,
    });

    expect(answer.status).toBe(status);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    expect(await answer.json()).toMatchObject({ error: { code } });
  });
});

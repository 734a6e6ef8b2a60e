import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { composeUtterance } from '../../src/text/compose-utterance.js';
import { estimatedSeconds } from '../../src/text/spoken-length.js';
import { OTHER_KEY, startSpeech, type RunningSpeech } from '../running-speech.js';

/** About six minutes of speech. */
const LONG = {
  input: 'A long story that does not end soon, whoever else has something to say. '.repeat(100),
  voice_id: 'en-us-male',
  output_format: 'pcm_16000', // the cheapest to make
};
const STREAMS = 40;

let speech: RunningSpeech;
beforeAll(async () => {
  // Whose turn it is is what is looked at, not how fast the machine is: no stream ends because its time is over.
  speech = await startSpeech({ ENGINE_PROCESSES: '2', REQUEST_TIMEOUT_MS: '300000' });
});
afterAll(() => speech.close());

/** A stream that is read to its end, or until it is given up. */
interface Listening {
  /** Its first sound; fails when there is none. */
  readonly begun: Promise<void>;
  readonly done: Promise<void>;
  isOver: boolean;
}

function listen(signal: AbortSignal): Listening {
  const begun = Promise.withResolvers<undefined>();
  const read = async (): Promise<void> => {
    const { status, body } = await speech.request('POST', '/v1/audio/stream', {
      ...{ body: LONG, signal },
    });
    if (status !== 200) throw new Error(`A stream was answered ${status}.`);
    for await (const bytes of (body ?? []) as AsyncIterable<Uint8Array>)
      if (bytes.length > 0) begun.resolve(undefined);
    listening.isOver = true;
    throw new Error('A stream was over.');
  };
  const done = read().catch((error: unknown) => begun.reject(error));
  const listening: Listening = { begun: begun.promise, done, isOver: false };
  return listening;
}

const hello = async (): Promise<{ readonly status: number; readonly ms: number }> => {
  const startMs = performance.now();
  const { status, body } = await speech.request('POST', '/v1/audio/stream', {
    body: { ...LONG, input: 'Hello there.' },
    key: OTHER_KEY,
  });
  const reader = body?.getReader();
  await reader?.read();
  const ms = performance.now() - startMs;
  for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) continue;
  return { status, ms };
};

describe('another workspace', () => {
  it(`is served while ${STREAMS} long streams of one are under way, before any of them ends`, async () => {
    await hello();
    const idle = await hello();
    const controller = new AbortController();
    const streams = Array.from({ length: STREAMS }, () => listen(controller.signal));
    await Promise.all(streams.map(({ begun }) => begun));

    const times: number[] = [];
    for (let turn = 0; turn < 10; turn += 1) {
      const { status, ms } = await hello();
      expect(status).toBe(200);
      times.push(ms);
    }

    expect(streams.some(({ isOver }) => isOver)).toBe(false);
    controller.abort();
    await Promise.all(streams.map(({ done }) => done));
    times.sort((a, b) => a - b);
    process.stdout.write(
      `First byte of another workspace beside ${STREAMS} streams: ${Math.round(times[5] ?? 0)} ms (median of 10), ` +
        `${Math.round(times[9] ?? 0)} at most; alone ${Math.round(idle.ms)}\n`,
    );
  });
});

describe('what would be too long', () => {
  const spelled = (length: number) => ({
    ...LONG,
    input: `<speak><say-as interpret-as="characters">${'x'.repeat(length)}</say-as></speak>`,
  });

  it('is refused with the number, before any work', async () => {
    const answer = await speech.post('/v1/audio/stream', spelled(19_000));

    expect(answer.status).toBe(400);
    const { error } = (await answer.json()) as {
      error: { code: string; message: string; estimated_seconds: number; max_seconds: number };
    };
    expect(error).toMatchObject({
      code: 'audio_too_long',
      max_seconds: 3600,
      fields: { input: error.message },
    });
    // It was 3.1 hours when it was said.
    expect(error.estimated_seconds / 3600).toBeGreaterThan(2);
    expect(error.estimated_seconds / 3600).toBeLessThan(4.5);
  });

  it.each(['/v1/audio/speech', '/v1/audio/stream/with-timestamps'])('on %s too', async (path) => {
    const length = path === '/v1/audio/speech' ? 1900 : 19_000;

    const answer = await speech.post(path, {
      voice_id: 'george',
      input: spelled(length).input,
    });

    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { code: 'audio_too_long' } });
  });

  it('is that of all turns of a dialogue together', async () => {
    const turn = { voice_id: 'george', input: spelled(4500).input };

    const answer = await speech.post('/v1/audio/dialogue', { turns: [turn, turn] });

    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      error: { code: 'audio_too_long', fields: { turns: expect.any(String) } },
    });
  });

  it.each([
    ['en-us-male', 'The quick brown fox jumps over the lazy dog, and then it sleeps until noon.'],
    [
      'de-male',
      'Der schnelle braune Fuchs springt über den faulen Hund und schläft dann bis Mittag.',
    ],
    [
      'es-male',
      'El veloz zorro marrón salta sobre el perro perezoso y luego duerme hasta mediodía.',
    ],
    [
      'fr-fr-male',
      'Le rapide renard brun saute par-dessus le chien paresseux, puis dort jusqu’à midi.',
    ],
    [
      'pt-br-male',
      'A rápida raposa marrom salta sobre o cão preguiçoso e depois dorme até meio-dia.',
    ],
    ['ru-male', 'Быстрая коричневая лиса прыгает через ленивую собаку и спит до полудня.'],
    ['hi-male', 'तेज़ भूरी लोमड़ी आलसी कुत्ते के ऊपर से कूदती है और फिर दोपहर तक सोती है।'],
    ['ar-male', 'الثعلب البني السريع يقفز فوق الكلب الكسول ثم ينام حتى الظهر'],
    ['zh-male', '敏捷的棕色狐狸跳过了懒狗，然后一直睡到中午。'],
    ['ko-male', '빠른 갈색 여우가 게으른 개를 뛰어넘고 정오까지 잠을 잔다.'],
    ['en-us-male', '1234567890 24680 13579 and 99 bottles, 12 monkeys, 2001.'],
  ])('is estimated to within a half: %s', async (voice_id, input) => {
    const estimate = estimatedSeconds(
      composeUtterance(input, { language: voice_id.replace(/-\w+$/, ''), normalize: true }),
      1,
    );

    const answer = await speech.post('/v1/audio/speech', { voice_id, input });
    const { speech_marks } = (await answer.json()) as { speech_marks: { end_time: number } };

    const actual = speech_marks.end_time / 1000;
    process.stdout.write(`${voice_id}: ${actual.toFixed(1)} s, estimated ${estimate.toFixed(1)}\n`);
    expect(estimate).toBeGreaterThan(actual / 1.6);
    expect(estimate).toBeLessThan(actual * 1.6);
  });
});

describe('a workspace whose queue is full', () => {
  it('is told when to come again, and another is served', async () => {
    const small = await startSpeech({ ENGINE_PROCESSES: '1', ENGINE_QUEUE: '1' });
    const callers = new AbortController();
    const { signal } = callers;
    const ask = (key?: string) =>
      small.request('POST', '/v1/audio/stream', {
        ...{ body: LONG, signal },
        ...(key === undefined ? {} : { key }),
      });

    const answers = await Promise.all(Array.from({ length: 12 }, () => ask()));
    const refused = answers.filter(({ status }) => status !== 200);
    const [first] = refused;

    expect(refused.map(({ status }) => status)).toContain(429);
    expect(await first?.json()).toMatchObject({ error: { code: 'queue_full' } });
    expect(Number(first?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await ask(OTHER_KEY)).status).toBe(200);
    callers.abort();
    await small.close();
  });
});

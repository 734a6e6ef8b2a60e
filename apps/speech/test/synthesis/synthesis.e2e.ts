import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { integratedLoudness } from '../../src/audio/loudness.js';
import { startSpeech, type RunningSpeech } from '../running-speech.js';

interface Mark {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly start_time: number;
  readonly end_time: number;
  readonly value: string;
}

interface SpeechAnswer {
  readonly audio_data: string;
  readonly audio_format: string;
  readonly billable_characters_count: number;
  readonly speech_marks: Mark & { readonly chunks: readonly Mark[] };
}

const VOICE = 'en-us-male';
let speech: RunningSpeech;
beforeAll(async () => {
  speech = await startSpeech();
});
afterAll(() => speech.close());

async function speak(body: object): Promise<SpeechAnswer> {
  const answer = await speech.post('/v1/audio/speech', body);
  expect(answer.status).toBe(200);
  return (await answer.json()) as SpeechAnswer;
}

const errorOf = async (answer: Response) => ({
  status: answer.status,
  ...((await answer.json()) as { error: { code: string; fields?: object; message: string } }).error,
});

/** Length of a WAV file with 16-bit mono samples, in milliseconds. */
function wavMs(audio: Buffer): number {
  return ((audio.length - 44) / 2 / audio.readUInt32LE(24)) * 1000;
}

describe('POST /v1/audio/speech', () => {
  it('answers one object with the audio, what is billed, and the time of each word', async () => {
    const input = 'Dr. Smith paid $5, for 3 km. Really?';

    const answer = await speak({ input, voice_id: VOICE });

    const audio = Buffer.from(answer.audio_data, 'base64');
    expect(audio.toString('latin1', 0, 4)).toBe('RIFF');
    expect(answer).toMatchObject({ audio_format: 'wav', billable_characters_count: 36 });
    expect(answer.speech_marks).toMatchObject({ type: 'sentence', start: 0 });
    expect(answer.speech_marks.chunks.map(({ value }) => value)).toEqual([
      'Dr',
      'Smith',
      'paid',
      '$5',
      'for',
      '3',
      'km',
      'Really',
    ]);
    for (const { start, end, value } of answer.speech_marks.chunks) {
      expect(input.slice(start, end)).toBe(value);
    }
    const times = answer.speech_marks.chunks.flatMap(({ start_time, end_time }) => [
      start_time,
      end_time,
    ]);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times.at(-1)).toBeLessThanOrEqual(wavMs(audio));
  });

  it('gives each word of ordinary prose a time of its own', async () => {
    const input =
      'For a while, all of the people who have been to the end of it said that an hour would be enough. ' +
      'It is one of the best, and I am not sure if it was to be had at all.';

    const { chunks } = (await speak({ input, voice_id: VOICE })).speech_marks;

    expect(chunks).toHaveLength(input.split(' ').length);
    expect(chunks.filter(({ start_time, end_time }) => end_time - start_time < 20)).toEqual([]);
    expect(
      chunks.filter(({ start_time }, index) => start_time < (chunks[index - 1]?.end_time ?? 0)),
    ).toEqual([]);
  });

  it('tells the time of the places that SSML marks', async () => {
    const input = '<speak>one <mark name="here"/>two <break time="1s"/><mark name="end"/></speak>';

    const { chunks } = (await speak({ input, voice_id: VOICE })).speech_marks;

    expect(chunks.map(({ type, value }) => `${type} ${value}`)).toEqual([
      'word one',
      'mark here',
      'word two',
      'mark end',
    ]);
    expect(chunks[1]?.start_time).toBe(chunks[2]?.start_time);
    expect(chunks[3]?.start_time).toBeGreaterThan((chunks[2]?.end_time ?? 0) + 900);
    expect(input.slice(chunks[1]?.start, chunks[1]?.end)).toBe('<mark name="here"/>');
  });

  it('is as loud as asked for: -14 LUFS, and about that where it cannot be measured beforehand', async () => {
    const body = {
      input: 'The quick brown fox jumps over the lazy dog. Then it sleeps, and all is quiet.',
      voice_id: VOICE,
      output_format: 'pcm_24000',
    };
    const options = { loudness_normalization: true };
    const lufs = (audio: Buffer): Promise<number> =>
      integratedLoudness({
        pcm: Int16Array.from({ length: audio.length >> 1 }, (_, n) => audio.readInt16LE(n * 2)),
        sampleRate: 24000,
        workspace: 'acme',
      });
    const plain = Buffer.from((await speak(body)).audio_data, 'base64');
    const whole = Buffer.from((await speak({ ...body, options })).audio_data, 'base64');
    const answer = await speech.post('/v1/audio/stream', { ...body, options });
    const stream = Buffer.from(await answer.arrayBuffer());

    expect(Math.abs((await lufs(whole)) + 14)).toBeLessThan(1);
    expect(Math.abs((await lufs(stream)) + 14)).toBeLessThan(2);
    expect(Math.abs((await lufs(plain)) + 14)).toBeGreaterThan(3);
    expect(whole.length).toBe(plain.length);
  });

  it('gives signs a length, and the place where they are written', async () => {
    const input = '<speak>five &lt; six &amp; seven</speak>';

    const { chunks } = (await speak({ input, voice_id: VOICE })).speech_marks;

    const signs = chunks.filter(({ value }) => value.startsWith('&'));
    expect(signs.map(({ start, end }) => input.slice(start, end))).toEqual(['&lt;', '&amp;']);
    for (const { start_time, end_time } of signs) expect(end_time - start_time).toBeGreaterThan(50);
  });

  it.each([
    ['as it is told to say it', 'həˈloʊ', 'hello'],
    ['as it is written where the language lacks a sound', 'ʘ', 'goodbye'],
  ])('says a <phoneme> %s', async (_what, ipa, same) => {
    const input = `<speak>She said <phoneme alphabet="ipa" ph="${ipa}">goodbye</phoneme>, twice</speak>`;
    const { audio_data, speech_marks } = await speak({ input, voice_id: VOICE });
    const alike = await speak({ input: `She said ${same}, twice`, voice_id: VOICE });

    expect(speech_marks.chunks.map(({ value }) => value)).toEqual([
      'She',
      'said',
      'goodbye',
      'twice',
    ]);
    const ms = (answer: string): number => wavMs(Buffer.from(answer, 'base64'));
    expect(Math.abs(ms(audio_data) - ms(alike.audio_data))).toBeLessThan(20);
    expect(speech_marks.chunks.map(({ start_time }) => Math.round(start_time / 20))).toEqual(
      alike.speech_marks.chunks.map(({ start_time }) => Math.round(start_time / 20)),
    );
  });

  it('reads what stands in double brackets as text', async () => {
    const msOf = async (input: string) =>
      (await speak({ input, voice_id: VOICE })).speech_marks.end_time;

    const msAsText = await msOf('The [Wikipedia article] too');
    expect(Math.abs((await msOf('The [[Wikipedia article]] too')) - msAsText)).toBeLessThan(20);
  });

  it('gives the same samples and marks for A after B as before it', async () => {
    const a = { input: 'The first sentence. And, again, the second!', voice_id: VOICE };
    const b = {
      input: '<speak><prosody rate="200%" pitch="+20%">Something else.</prosody></speak>',
      voice_id: 'es-female',
    };

    const first = await speak(a);
    await speak(b);
    const again = await speak(a);

    expect(again).toEqual(first);
  });

  it.each([
    ['empty input', { input: ' ', voice_id: VOICE }, 'validation_failed', 'input'],
    [
      '2,001 characters',
      { input: 'a'.repeat(2001), voice_id: VOICE },
      'validation_failed',
      'input',
    ],
    ['no input', { voice_id: VOICE }, 'validation_failed', 'input'],
    [
      'a language that nobody speaks',
      { input: 'a', voice_id: VOICE, language: 'zz-ZZ' },
      'validation_failed',
      'language',
    ],
    ['no voice', { input: 'a' }, 'validation_failed', 'voice_id'],
    [
      'an unknown format',
      { input: 'a', voice_id: VOICE, output_format: 'mp4_1' },
      'validation_failed',
      'output_format',
    ],
    [
      'an unknown container',
      { input: 'a', voice_id: VOICE, audio_format: 'mp4' },
      'validation_failed',
      'audio_format',
    ],
    ['an unknown model', { input: 'a', voice_id: VOICE, model: 'x' }, 'validation_failed', 'model'],
    ['an unknown member', { input: 'a', voice_id: VOICE, spede: 1 }, 'validation_failed', 'spede'],
    [
      'half of a surrogate pair',
      { input: '\ud800', voice_id: VOICE },
      'validation_failed',
      'input',
    ],
    ['nothing but punctuation', { input: '... !', voice_id: VOICE }, 'validation_failed', 'input'],
  ])('refuses %s', async (_what, body, code, field) => {
    const error = await errorOf(await speech.post('/v1/audio/speech', body));

    expect(error).toMatchObject({ status: 400, code });
    expect(Object.keys(error.fields ?? {})).toContain(field);
  });

  it.each([
    [{ voice_id: VOICE }, 'input', 'must be a string'],
    [{ input: null, voice_id: VOICE }, 'input', 'must be a string'],
    [{ input: 5, voice_id: VOICE }, 'input', 'must be a string'],
    [{ input: 'a', voice_id: 5 }, 'voice_id', 'voice_id must be a string'],
    [{ input: 'a', voice_id: VOICE, model: [] }, 'model', 'model must be a string'],
  ])('says of %j that the type is wrong', async (body, field, message) => {
    const error = await errorOf(await speech.post('/v1/audio/speech', body));

    expect(error).toMatchObject({ message, fields: { [field]: message } });
  });

  it.each([[{}], [{ turns: null }], [{ turns: 'a' }], [{ turns: {} }]])(
    'says of the dialogue %j that turns must be an array',
    async (body) => {
      const error = await errorOf(await speech.post('/v1/audio/dialogue', body));

      expect(error).toMatchObject({ status: 400, fields: { turns: 'turns must be an array' } });
    },
  );

  it('names line and column of malformed SSML', async () => {
    const error = await errorOf(
      await speech.post('/v1/audio/speech', {
        input: '<speak>\n a <b>c</b></speak>',
        voice_id: VOICE,
      }),
    );

    expect(error).toMatchObject({ status: 400, code: 'validation_failed', line: 2, column: 4 });
  });

  it.each([['a minute and more of breaks', `<speak>a${'<break time="10s"/>'.repeat(7)}b</speak>`]])(
    'refuses %s',
    async (_what, input) => {
      const error = await errorOf(
        await speech.post('/v1/audio/speech', { input, voice_id: VOICE }),
      );

      expect(error).toMatchObject({ status: 400, code: 'validation_failed' });
      expect(error.message).toContain('breaks last 70 s');
    },
  );

  it('says nothing slower than a quarter of its pace, however elements nest', async () => {
    const nested = (count: number) =>
      `<speak>${'<prosody rate="50%">'.repeat(count)}slow${'</prosody>'.repeat(count)}</speak>`;
    const msOf = async (count: number) =>
      (await speak({ input: nested(count), voice_id: 'carly' })).speech_marks.end_time;

    expect(await msOf(20)).toBe(await msOf(2));
  });

  it('answers 404 for an unknown voice', async () => {
    const error = await errorOf(
      await speech.post('/v1/audio/speech', { input: 'a', voice_id: 'nobody' }),
    );

    expect(error).toMatchObject({ status: 404, code: 'voice_not_found' });
  });

  it('refuses other than English voices with an English model', async () => {
    const body = { input: 'Hola', voice_id: 'es-male', model: 'simba-english' };

    expect(await errorOf(await speech.post('/v1/audio/speech', body))).toMatchObject({
      status: 400,
      code: 'voice_not_allowed',
    });
  });
});

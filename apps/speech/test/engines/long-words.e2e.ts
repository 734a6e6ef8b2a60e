import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startSpeech, type RunningSpeech } from '../running-speech.js';

let speech: RunningSpeech;
beforeAll(async () => {
  speech = await startSpeech();
});
afterAll(() => speech.close());

async function speak(voice_id: string, input: string) {
  const answer = await speech.post('/v1/audio/speech', {
    voice_id,
    input,
    output_format: 'ulaw_8000',
  });
  const { audio_data, speech_marks } = (await answer.json()) as {
    audio_data: string;
    speech_marks: { chunks: { value: string; start_time: number; end_time: number }[] };
  };
  const seconds = Buffer.from(audio_data, 'base64').length / 8000;
  return { status: answer.status, seconds, marks: speech_marks.chunks };
}

describe.each(['en-us-male', 'henry'])('long words, said by %s', (voice) => {
  it('of 400 digits lose none: each takes its time', async () => {
    const { status, marks, seconds } = await speak(voice, `before ${'7'.repeat(400)} after`);

    expect(status).toBe(200);
    expect(marks.map(({ value }) => value.slice(0, 10))).toEqual(['before', '7777777777', 'after']);
    expect(seconds).toBeGreaterThan(400 * 0.2);
    // What follows is heard after all of them.
    expect(marks[2]?.start_time).toBeGreaterThan(400 * 200);
  });

  it('of 500 letters are said to the end', async () => {
    const word = 'banana'.repeat(84);

    const { status, marks } = await speak(voice, `before ${word} after`);

    expect(status).toBe(200);
    expect(marks[2]?.start_time).toBeGreaterThan(15_000);
  });
});

it('800 digits are no reason to hang', async () => {
  const { status, seconds } = await speak('henry', '12345678'.repeat(100));

  expect(status).toBe(200);
  expect(seconds).toBeGreaterThan(800 * 0.2);
});

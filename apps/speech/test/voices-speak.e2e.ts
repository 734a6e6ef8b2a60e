import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SHARED_VOICES } from '../src/domain/voices/catalogue.js';
import { startSpeech, type RunningSpeech } from './running-speech.js';

let speech: RunningSpeech;
beforeAll(async () => {
  speech = await startSpeech();
}, 60_000);
afterAll(() => speech.close());

describe('the shared catalogue', () => {
  it('has each id once, and languages by the hundred', () => {
    expect(new Set(SHARED_VOICES.map(({ id }) => id)).size).toBe(SHARED_VOICES.length);
    expect(new Set(SHARED_VOICES.map(({ locale }) => locale.split('-')[0])).size).toBeGreaterThan(
      95,
    );
  });

  it('speaks with every voice', async () => {
    const silent: string[] = [];
    for (const { id } of SHARED_VOICES) {
      const body = { input: '1 2', voice_id: id, output_format: 'ulaw_8000' };
      const answer = await speech.post('/v1/audio/stream', body);
      const bytes = (await answer.arrayBuffer()).byteLength;
      if (answer.status !== 200 || bytes < 2000) silent.push(`${id} ${answer.status} ${bytes}`);
    }

    expect(silent).toEqual([]);
  }, 120_000);
});

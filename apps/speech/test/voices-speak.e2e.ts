import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SHARED_VOICES } from '../src/domain/voices/catalogue.js';
import { startSpeech, type RunningSpeech } from './running-speech.js';
import { silentOf } from './silent-voices.js';

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
    expect(await silentOf(speech, SHARED_VOICES)).toEqual([]);
  }, 120_000);
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SHARED_VOICES } from '../../src/voices/catalogue/catalogue.js';
import { startSpeech, type RunningSpeech } from '../running-speech.js';
import { silentOf } from '../silent-voices.js';

let speech: RunningSpeech;
beforeAll(async () => {
  speech = await startSpeech();
});
afterAll(() => speech.close());

describe('the shared catalogue', () => {
  it('has each id once, and languages by the hundred', () => {
    expect(new Set(SHARED_VOICES.map(({ id }) => id)).size).toBe(SHARED_VOICES.length);
    expect(new Set(SHARED_VOICES.map(({ locale }) => locale.split('-')[0])).size).toBeGreaterThan(
      95,
    );
  });

  // With every voice: voices-speak.long.e2e.ts.
  it('speaks with voices of every engine', async () => {
    const engines = new Set(SHARED_VOICES.map(({ engine }) => engine));
    const chosen = SHARED_VOICES.filter(
      ({ engine }, index) => engine !== 'espeak-ng' || index % 8 === 0,
    );

    expect(new Set(chosen.map(({ engine }) => engine))).toEqual(engines);
    expect(await silentOf(speech, chosen)).toEqual([]);
  });
});

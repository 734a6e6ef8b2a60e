import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SHARED_VOICES } from '../../src/voices/catalogue/catalogue.js';
import { nativeEspeak } from '../espeak-engines.js';
import { startSpeech, type RunningSpeech } from '../running-speech.js';
import { silentOf } from '../silent-voices.js';

const native = await nativeEspeak();
const builds = [
  ['WebAssembly', 'none'],
  ...(native === undefined ? [] : [['libespeak-ng, where that is installed', 'auto'] as const]),
] as const;

describe.each(builds)('the shared catalogue with %s', (_build, library) => {
  let speech: RunningSpeech;
  beforeAll(async () => {
    speech = await startSpeech({ ESPEAK_LIBRARY: library });
  });
  afterAll(() => speech.close());

  it('speaks with every voice', async () => {
    expect(await silentOf(speech, SHARED_VOICES)).toEqual([]);
  });
});

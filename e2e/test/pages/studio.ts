import { afterAll, beforeAll, describe } from '@jest/globals';
import { lexiconCases, usageCases } from './studio/lexicons.js';
import { speakingCases } from './studio/speaking.js';
import { openStudio, type SpeechUses, type StudioPage } from './studio/studio-page.js';
import { viewCases } from './studio/views.js';
import { ownVoiceCases, voiceCases } from './studio/voices.js';
import { workCases } from './studio/works.js';

/** The jobs of the studio, done by a person at the real services; a file is what the microphone hears. */
export const describeStudio = (uses: () => SpeechUses): void =>
  describe('the studio of speech', () => {
    let studio: StudioPage;

    beforeAll(async () => {
      studio = await openStudio(uses());
    });
    afterAll(() => studio.watched.close());

    for (const cases of [
      ...[speakingCases, voiceCases, workCases, viewCases],
      ...[lexiconCases, usageCases, ownVoiceCases],
    ]) {
      cases(() => studio);
    }
  });

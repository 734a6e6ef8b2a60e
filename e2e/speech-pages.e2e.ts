import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, jest } from '@jest/globals';
import { hasBrowser } from '@sextant/platform-testing/browser';
import { describeLive } from './test/pages/live.js';
import { describeStudio } from './test/pages/studio.js';
import { startPages, type StartedPages } from './started-pages.js';

jest.setTimeout(240_000);

/** A file is what the microphone hears; who listens is the recogniser of the machine. */
(hasBrowser ? describe : describe.skip)('the pages of speech (needs CHROMIUM)', () => {
  let folder: string;
  let microphone: string;
  let pages: StartedPages;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sextant-speech-pages-'));
    microphone = join(folder, 'microphone.wav');
    pages = await startPages({
      only: ['auth-server', 'speech'],
      env: { LIVE_SESSIONS: '1', LIVE_RESUME_SECONDS: '10' },
      args: [
        '--use-fake-ui-for-media-stream',
        '--use-fake-device-for-media-stream',
        `--use-file-for-fake-audio-capture=${microphone}%noloop`,
      ],
    });
  });
  afterAll(async () => {
    await pages.close();
    await rm(folder, { recursive: true });
  });

  describeStudio(() => ({ ...pages, microphone }));
  describeLive(() => ({ ...pages, microphone }));
});

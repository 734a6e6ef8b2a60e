import { rmSync } from 'node:fs';
import { serveEspeak } from './espeak-jobs.js';
import { EspeakLibrary } from './espeak-library.js';
import { folderWith, sweepFolders } from './espeak-variants.js';

const espeak = new EspeakLibrary(process.env['ESPEAK_LIBRARY'] ?? '');
let folder: string | undefined;

sweepFolders();
espeak.open();
const { dataFolder } = espeak.info();

serveEspeak({
  begin(variants) {
    if (Object.keys(variants).length === 0) return;
    folder = folderWith(variants, dataFolder);
    espeak.open(folder);
  },

  setVoice({ voice, wordsPerMinute, pitch }) {
    if (!espeak.setVoice(voice)) throw new Error(`espeak-ng has no voice ${voice}`);
    espeak.setPace(wordsPerMinute, pitch);
  },

  say: (ssml, take) => espeak.say(ssml, take),

  renew() {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    folder = undefined;
    espeak.open();
  },
});

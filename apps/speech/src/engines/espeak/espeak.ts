import createEspeak from '@echogarden/espeak-ng-emscripten';
import { serveEspeak } from './espeak-jobs.js';

const VARIANTS = '/usr/share/espeak-ng-data/voices/!v';

const espeak = await createEspeak({});
const speaker = new espeak.eSpeakNGWorker();
// The glue keeps a buffer for texts in the same memory and makes it larger when one does not fit: it must have its final
// size, and lie where it stays, before that memory is remembered.
const LONGEST_TEXT = 512 * 1024;
for (let turn = 0; turn < 2; turn += 1) speaker.synthesize(' '.repeat(LONGEST_TEXT), () => true);
const fresh = espeak.HEAPU8.slice();
const known = new Map<string, string>();

serveEspeak({
  begin(variants) {
    for (const [name, file] of Object.entries(variants)) {
      if (known.get(name) === file) continue;
      espeak.FS.writeFile(`${VARIANTS}/${name}`, file);
      known.set(name, file);
    }
  },

  setVoice({ voice, wordsPerMinute, pitch }) {
    const code = speaker.set_voice(voice);
    if (code !== 0) throw new Error(`espeak-ng has no voice ${voice} (${code})`);
    speaker.set_rate(wordsPerMinute);
    speaker.set_pitch(pitch);
  },

  say(ssml, take) {
    if (Buffer.byteLength(ssml) >= LONGEST_TEXT) throw new Error('a clause is too long');
    speaker.synthesize(ssml, (pcm, events) =>
      take(
        pcm === null ? new Int16Array(0) : Int16Array.from(pcm),
        events
          .filter(({ type }) => type === 'mark')
          .map(({ id, audio_position: ms }) => [String(id), ms] as const),
      ),
    );
  },

  renew() {
    const memory = espeak.HEAPU8;
    memory.set(fresh);
    memory.fill(0, fresh.length);
  },
});

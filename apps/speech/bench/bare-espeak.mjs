import createEspeak from '@echogarden/espeak-ng-emscripten';
import { EspeakLibrary } from '../dist/engines/espeak/espeak-library.js';

/**
 * The engine in one process with nothing around it: seconds of speech a second. Prints one number.
 *
 * Arguments: a text, and `wasm` or `library` (the machine's libespeak-ng).
 */
const [text, build] = process.argv.slice(2);

/** Blocks; gives samples to `take`. */
const say = await (build === 'library' ? library() : wasm());

async function wasm() {
  const espeak = await createEspeak({});
  const speaker = new espeak.eSpeakNGWorker();
  speaker.set_voice('en-us');
  return (ssml, take) => speaker.synthesize(ssml, (pcm) => take(pcm ?? []));
}

function library() {
  const espeak = new EspeakLibrary('libespeak-ng.so.1');
  espeak.open();
  espeak.setVoice('en-us');
  return (ssml, take) => espeak.say(ssml, take);
}

function samplesOf(ssml) {
  let samples = 0;
  say(ssml, (pcm) => {
    samples += pcm.length;
    return false;
  });
  return samples;
}

for (let turn = 0; turn < 3; turn += 1) samplesOf('The engine is getting warm.');
const startedMs = performance.now();
const samples = samplesOf(text);
console.log(samples / 22050 / ((performance.now() - startedMs) / 1000));

import { EspeakLibrary } from '../dist/programs/espeak-library.js';

/** The machine's libespeak-ng in one process with nothing around it: seconds of speech a second. Prints one number. */
const text = process.argv[2];
const espeak = new EspeakLibrary('libespeak-ng.so.1');
espeak.open();
espeak.setVoice('en-us');
const say = (ssml) => {
  let samples = 0;
  espeak.say(ssml, (pcm) => {
    samples += pcm.length;
    return false;
  });
  return samples;
};
for (let turn = 0; turn < 3; turn += 1) say('The engine is getting warm.');
const startedMs = performance.now();
const samples = say(text);
console.log(samples / 22050 / ((performance.now() - startedMs) / 1000));

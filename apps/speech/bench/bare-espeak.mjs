import createEspeak from '@echogarden/espeak-ng-emscripten';

/** The same engine in one process with nothing around it: seconds of speech a second. Prints one number. */
const text = process.argv[2];
const espeak = await createEspeak({});
const speaker = new espeak.eSpeakNGWorker();
speaker.set_voice('en-us');
const say = (ssml) => {
  let samples = 0;
  speaker.synthesize(ssml, (pcm) => {
    samples += pcm?.length ?? 0;
    return false;
  });
  return samples;
};
for (let turn = 0; turn < 3; turn += 1) say('The engine is getting warm.');
const startedMs = performance.now();
const samples = say(text);
console.log(samples / 22050 / ((performance.now() - startedMs) / 1000));

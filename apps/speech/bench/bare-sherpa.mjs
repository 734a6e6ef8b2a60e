import { readFileSync } from 'node:fs';
import sherpa from 'sherpa-onnx-node';

/**
 * A voice of Piper in one process with nothing around it but the library, its model loaded and warm.
 *
 * Argument: a file with `{ model, sentences, connections }`, where `model` is sherpa-onnx's own configuration of a voice.
 * Prints `{ audioSeconds, seconds, processorSeconds, firstMs }`; a sentence is there as a whole or not at all.
 */
const [file = ''] = process.argv.slice(2);
const { model, sentences, connections } = JSON.parse(readFileSync(file, 'utf8'));
const tts = new sherpa.OfflineTts({
  model,
  maxNumSentences: 1,
  numThreads: 1,
  provider: 'cpu',
});

async function say(text) {
  const generationConfig = { sid: 0, speed: 1, silenceScale: 1 };
  const asked = { text, sid: 0, speed: 1, enableExternalBuffer: false, generationConfig };
  const { samples, sampleRate } = await tts.generateAsync(asked);
  return samples.length / sampleRate;
}

await say('The engine is getting warm.');
const usedBefore = process.cpuUsage();
const startedMs = performance.now();
const firstMs = [];
let audioSeconds = 0;
let next = 0;
const caller = async () => {
  while (next < sentences.length) {
    const text = sentences[next];
    next += 1;
    const askedMs = performance.now();
    // Apart: what others add meanwhile would be lost.
    const said = await say(text);
    audioSeconds += said;
    firstMs.push(performance.now() - askedMs);
  }
};
await Promise.all(Array.from({ length: connections }, caller));
const seconds = (performance.now() - startedMs) / 1000;
const { user, system } = process.cpuUsage(usedBefore);
console.log(
  JSON.stringify({ audioSeconds, seconds, processorSeconds: (user + system) / 1e6, firstMs }),
);

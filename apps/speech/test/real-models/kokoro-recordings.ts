import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sherpa from 'sherpa-onnx-node';
import { joined } from '../../src/audio/joined.js';
import { resampled } from '../../src/audio/resampled.js';
import { ANALYSIS_RATE } from '../../src/recordings/cepstra.js';

/** What people say when they consent, and what a voice is made of. */
export const CONSENT = [
  'I agree that my voice may be imitated, and I have read what will be done with the recording.',
  'Today the weather is mild, and I will walk home along the river.',
];
export const SAMPLE = [
  'The north wind and the sun were disputing which was the stronger, when a traveler came along wrapped in a warm cloak.',
  'They agreed that the one who first succeeded in making the traveler take his cloak off should be considered stronger.',
  'Then the north wind blew as hard as he could.',
];

const CONSENT_SECONDS = 9;
const SAMPLE_SECONDS = 15;

/** Mono, 16,000 samples a second. */
export interface SpokenByVoice {
  /** As `af_heart`: accent, who speaks, name. */
  readonly voice: string;
  readonly consent: Int16Array;
  readonly sample: Int16Array;
}

/**
 * Every voice of Kokoro reads the two texts, in this process. A recording is kept as soon as it is made, so that a run which was
 * broken off goes on.
 *
 * @param model folder of the model
 */
export async function kokoroRecordings(model: string): Promise<readonly SpokenByVoice[]> {
  const kept = join(model, 'spoken');
  mkdirSync(kept, { recursive: true });
  const { speakers } = JSON.parse(readFileSync(join(model, 'voices.json'), 'utf8')) as {
    speakers: readonly { index: number; name: string }[];
  };
  const tts = new sherpa.OfflineTts({
    model: {
      kokoro: {
        ...{ model: join(model, 'model.onnx'), voices: join(model, 'voices.bin') },
        ...{ tokens: join(model, 'tokens.txt'), dataDir: join(model, 'espeak-ng-data') },
      },
    },
    ...{ maxNumSentences: 1, numThreads: 2, provider: 'cpu' },
  });
  const say = async (text: readonly string[], sid: number, seconds: number, name: string) => {
    const file = join(kept, `${name}.pcm`);
    if (!existsSync(file)) {
      const pcm = await spoken(tts, text, { sid, seconds });
      writeFileSync(`${file}.part`, new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength));
      renameSync(`${file}.part`, file);
    }
    const bytes = readFileSync(file);
    return Int16Array.from({ length: bytes.length / 2 }, (_, at) => bytes.readInt16LE(2 * at));
  };
  const all: SpokenByVoice[] = [];
  for (const { index, name } of speakers) {
    const consent = await say(CONSENT, index, CONSENT_SECONDS, `${name}-consent`);
    const sample = await say(SAMPLE, index, SAMPLE_SECONDS, `${name}-sample`);
    all.push({ voice: name, consent, sample });
    process.stderr.write(`Kokoro's voices: ${all.length} of ${speakers.length}, ${name}\n`);
  }
  return all;
}

async function spoken(
  tts: InstanceType<typeof sherpa.OfflineTts>,
  sentences: readonly string[],
  { sid, seconds }: { readonly sid: number; readonly seconds: number },
): Promise<Int16Array> {
  const parts: Int16Array[] = [];
  for (const text of sentences) {
    const said = await tts.generateAsync({ text, sid, speed: 1, enableExternalBuffer: false });
    const pcm = Int16Array.from(said.samples, (sample) =>
      Math.max(-32768, Math.min(32767, Math.round(sample * 32767))),
    );
    parts.push(await resampled({ pcm, sampleRate: said.sampleRate, workspace: '' }, ANALYSIS_RATE));
  }
  return joined(parts).slice(0, seconds * ANALYSIS_RATE);
}

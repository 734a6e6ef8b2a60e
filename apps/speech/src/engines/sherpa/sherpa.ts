import { parentPort, workerData } from 'node:worker_threads';
import sherpa, { type OfflineTtsConfig } from 'sherpa-onnx-node';
import type { ThreadData } from '../../programs/messages.js';
import { espeakData } from './espeak-data.js';

export interface SherpaJob {
  readonly text: string;
  /** Index of the voice in the model. */
  readonly speaker: number;
  readonly speed: number;
  /** For models that imitate a recording. */
  readonly reference?: {
    readonly samples: Float32Array;
    readonly sampleRate: number;
    /** What is said in it. */
    readonly text: string;
  };
}

export interface SherpaPart {
  readonly pcm: Int16Array;
  readonly sampleRate: number;
}

const { abort } = workerData as ThreadData;
const model = await withEspeakData(
  JSON.parse(process.env['SHERPA_MODEL'] ?? '{}') as OfflineTtsConfig['model'],
);
// A damaged model ends the process here, or throws.
const tts = new sherpa.OfflineTts({ model, maxNumSentences: 1, numThreads: 1, provider: 'cpu' });

/** For a voice that reads with espeak-ng's data and comes without. */
async function withEspeakData(
  given: OfflineTtsConfig['model'],
): Promise<OfflineTtsConfig['model']> {
  const folders = process.env['ESPEAK_DATA_IN'];
  if (folders === undefined) return given;
  const dataDir = await espeakData(JSON.parse(folders) as readonly string[]);
  return Object.fromEntries(
    Object.entries(given).map(([family, config]) => [family, { ...config, dataDir }]),
  );
}

async function say({ text, speaker, speed, reference }: SherpaJob): Promise<void> {
  const { samples, sampleRate } = await tts.generateAsync({
    text,
    sid: speaker,
    speed,
    enableExternalBuffer: false,
    generationConfig: {
      sid: speaker,
      speed,
      // The library makes pauses a fifth as long by default: 80 ms at a comma where the voice has 380.
      silenceScale: 1,
      ...(reference === undefined
        ? {}
        : {
            referenceAudio: reference.samples,
            referenceSampleRate: reference.sampleRate,
            referenceText: reference.text,
          }),
    },
    onProgress: () => Atomics.load(abort, 0) === 0,
  });
  const pcm = Int16Array.from(samples, (sample) =>
    Math.max(-32768, Math.min(32767, Math.round(sample * 32767))),
  );
  parentPort?.postMessage({ type: 'part', part: { pcm, sampleRate } satisfies SherpaPart });
}

parentPort?.on('message', ({ job }: { readonly job: SherpaJob }) => {
  say(job).then(
    () => parentPort?.postMessage({ type: 'done' }),
    (error: unknown) => parentPort?.postMessage({ type: 'failed', message: String(error) }),
  );
});
parentPort?.postMessage({ type: 'ready' });

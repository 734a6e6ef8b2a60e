import { parentPort } from 'node:worker_threads';
import sherpa from 'sherpa-onnx-node';

/** What a neural model is asked about a recording. */
export interface ListeningJob {
  readonly kind: 'transcribe' | 'embed';
  /** -1 to 1. */
  readonly samples: Float32Array;
  readonly sampleRate: number;
}

export interface ListeningPart {
  readonly text?: string;
  /** Of the speaker. */
  readonly embedding?: Float32Array;
}

const recogniserConfig = process.env['SHERPA_RECOGNISER'];
const speakerModel = process.env['SHERPA_SPEAKER'];
// A damaged model ends the process here, or throws.
const recogniser =
  recogniserConfig === undefined
    ? undefined
    : new sherpa.OfflineRecognizer({
        featConfig: { sampleRate: 16000, featureDim: 80 },
        modelConfig: {
          ...(JSON.parse(recogniserConfig) as object),
          numThreads: 1,
          provider: 'cpu',
        },
      });
const extractor =
  speakerModel === undefined
    ? undefined
    : new sherpa.SpeakerEmbeddingExtractor({ model: speakerModel, numThreads: 1, provider: 'cpu' });

function transcribe({ samples, sampleRate }: ListeningJob): ListeningPart {
  if (recogniser === undefined) throw new Error('there is no model for speech');
  const stream = recogniser.createStream();
  stream.acceptWaveform({ samples, sampleRate });
  recogniser.decode(stream);
  return { text: recogniser.getResult(stream).text };
}

function embed({ samples, sampleRate }: ListeningJob): ListeningPart {
  if (extractor === undefined) throw new Error('there is no model for speakers');
  const stream = extractor.createStream();
  stream.acceptWaveform({ samples, sampleRate });
  stream.inputFinished();
  if (!extractor.isReady(stream)) throw new Error('the recording is too short');
  return { embedding: extractor.compute(stream, false) };
}

parentPort?.on('message', ({ job }: { readonly job: ListeningJob }) => {
  try {
    const part = job.kind === 'embed' ? embed(job) : transcribe(job);
    parentPort?.postMessage({ type: 'part', part });
    parentPort?.postMessage({ type: 'done' });
  } catch (error) {
    parentPort?.postMessage({ type: 'failed', message: String(error) });
  }
});
parentPort?.postMessage({ type: 'ready' });

import { parentPort } from 'node:worker_threads';
import sherpa, { type OnlineStream } from 'sherpa-onnx-node';
import type { StreamingConfig } from './recogniser-folder.js';
import { wordsOf } from './token-words.js';
import type { Heard } from './transcriber.js';

/** What was said next. */
export interface StreamingJob {
  readonly stream: string;
  /** Samples of the stream that were given before; 0 begins it, anew if it is known. */
  readonly from: number;
  /** -1 to 1; 16,000 a second. */
  readonly samples: Float32Array;
  readonly isOver: boolean;
}

export interface StreamingPart {
  /** All of the stream so far; absent where this process does not have what was given before. */
  readonly heard?: Heard;
}

interface Open {
  readonly stream: OnlineStream;
  given: number;
}

/** Each has the features of an utterance, a megabyte at most; whoever is left out is given anew. */
const MOST_STREAMS = 200;
/** Models look ahead: the last word comes out with some silence behind it. */
const TAIL = new Float32Array(0.66 * 16_000);

const config = JSON.parse(process.env['SHERPA_STREAMING'] ?? '{}') as StreamingConfig;
// A damaged model ends the process here, or throws.
const recogniser = new sherpa.OnlineRecognizer({
  featConfig: { sampleRate: 16_000, featureDim: 80 },
  modelConfig: { ...config.model, numThreads: 1, provider: 'cpu' },
  decodingMethod: 'greedy_search',
});
/** The one that was used last is the last. */
const streams = new Map<string, Open>();

function hear({ stream: id, from, samples, isOver }: StreamingJob): StreamingPart {
  const open = from === 0 ? { stream: recogniser.createStream(), given: 0 } : streams.get(id);
  streams.delete(id);
  if (open?.given !== from) return {};
  open.given += samples.length;
  open.stream.acceptWaveform({ samples, sampleRate: 16_000 });
  if (isOver) {
    open.stream.acceptWaveform({ samples: TAIL, sampleRate: 16_000 });
    open.stream.inputFinished();
  } else {
    streams.set(id, open);
    const [oldest] = streams.keys();
    if (streams.size > MOST_STREAMS && oldest !== undefined) streams.delete(oldest);
  }
  while (recogniser.isReady(open.stream)) recogniser.decode(open.stream);
  const result = recogniser.getResult(open.stream);
  const words = config.tellsTimes ? wordsOf(result) : undefined;
  return { heard: { text: result.text.trim(), ...(words === undefined ? {} : { words }) } };
}

parentPort?.on('message', ({ job }: { readonly job: StreamingJob }) => {
  try {
    parentPort?.postMessage({ type: 'part', part: hear(job) });
    parentPort?.postMessage({ type: 'done' });
  } catch (error) {
    parentPort?.postMessage({ type: 'failed', message: String(error) });
  }
});
parentPort?.postMessage({ type: 'ready' });

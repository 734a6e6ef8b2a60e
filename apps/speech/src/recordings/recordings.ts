import { parentPort } from 'node:worker_threads';
import { decodeChunked } from 'audio-decode';
import { Resampler } from '../audio/resampler.js';
import { ANALYSIS_RATE } from './cepstra.js';
import type { Container } from './container.js';
import { saysTooManySamples } from './mp4-counts.js';
import { analysisOf, type RecordingAnalysis } from './recording-analysis.js';
import { DETECTION_RATE, marksOf } from '../watermark/detector.js';

export interface RecordingJob {
  readonly bytes: Uint8Array;
  readonly container: Container;
  /** What is longer is not decoded any further. */
  readonly maxSeconds: number;
  /** Samples a second of the answer; those of the analysis are always 16,000. */
  readonly sampleRate?: number;
  /** Whether it is a mark that is looked for, and nothing else. */
  readonly findsMarks?: boolean;
}

export interface RecordingPart {
  readonly pcm: Int16Array;
  /** Nothing when it is longer than allowed. */
  readonly analysis: RecordingAnalysis | undefined;
  /** As `MarkedRecording` takes them. */
  readonly marks?: Float64Array;
}

/** So little at a time that one piece of a compressed silence cannot fill the memory. */
const PIECE_BYTES = 1024;
/** Its decoder loses the last frame of smaller pieces. */
const FLAC_PIECE_BYTES = 65_536;

interface Decoded {
  readonly pcm: Int16Array;
  readonly sampleRate: number;
}

/** Decodes piece by piece, and stops where the recording is too long, whatever its header says. */
async function decoded({ bytes, container, maxSeconds }: RecordingJob): Promise<Decoded> {
  if (container === 'm4a' && saysTooManySamples(bytes)) throw new Error('it has no such samples');
  const parts: Int16Array[] = [];
  let sampleRate = 0;
  let length = 0;
  for await (const part of decodeChunked(pieces(bytes, container), container)) {
    sampleRate = part.sampleRate;
    const mono = mixed(part.channelData);
    parts.push(mono);
    length += mono.length;
    if (length > maxSeconds * sampleRate) break;
  }
  if (length === 0) throw new Error('there is no sound in it');
  const pcm = new Int16Array(length);
  let at = 0;
  for (const part of parts) {
    pcm.set(part, at);
    at += part.length;
  }
  return { pcm, sampleRate };
}

async function* pieces(bytes: Uint8Array, container: Container): AsyncGenerator<Uint8Array> {
  const size = pieceBytes(bytes, container);
  for (let at = 0; at < bytes.length; at += size) {
    yield await Promise.resolve(bytes.subarray(at, at + size));
  }
}

function pieceBytes(bytes: Uint8Array, container: Container): number {
  // These two need their index, which may stand at the end.
  if (container === 'm4a' || container === 'webm') return bytes.length;
  return container === 'flac' ? FLAC_PIECE_BYTES : PIECE_BYTES;
}

function mixed(channels: readonly Float32Array[]): Int16Array {
  const [first = new Float32Array(0)] = channels;
  return Int16Array.from(first, (_, index) => {
    const sum = channels.reduce((total, channel) => total + (channel[index] ?? 0), 0);
    return Math.max(-32768, Math.min(32767, Math.round((sum / channels.length) * 32767)));
  });
}

function resampled({ pcm, sampleRate }: Decoded, to: number): Int16Array {
  if (sampleRate === to) return pcm;
  const resampler = new Resampler(sampleRate, to);
  const [body, tail] = [resampler.push(pcm), resampler.end()];
  const whole = new Int16Array(body.length + tail.length);
  whole.set(body);
  whole.set(tail, body.length);
  return whole;
}

async function run(job: RecordingJob): Promise<RecordingPart> {
  const recording = await decoded(job);
  if (recording.sampleRate < 8000 || recording.sampleRate > 192_000) {
    throw new Error(`its sample rate is ${recording.sampleRate}`);
  }
  if (recording.pcm.length > job.maxSeconds * recording.sampleRate) {
    return { pcm: new Int16Array(0), analysis: undefined };
  }
  if (job.findsMarks === true) {
    const marks = marksOf(resampled(recording, DETECTION_RATE));
    return { pcm: new Int16Array(0), analysis: undefined, marks };
  }
  const pcm = resampled(recording, ANALYSIS_RATE);
  const asked = job.sampleRate ?? ANALYSIS_RATE;
  return {
    pcm: asked === ANALYSIS_RATE ? pcm : resampled(recording, asked),
    analysis: analysisOf(pcm),
  };
}

parentPort?.on('message', ({ job }: { readonly job: RecordingJob }) => {
  run(job).then(
    (part) => {
      parentPort?.postMessage({ type: 'part', part });
      parentPort?.postMessage({ type: 'done' });
    },
    (error: unknown) => parentPort?.postMessage({ type: 'failed', message: String(error) }),
  );
});
parentPort?.postMessage({ type: 'ready' });

import { parentPort } from 'node:worker_threads';
import { decodeChunked } from 'audio-decode';
import { joined } from '../audio/joined.js';
import { clampToInt16, Resampler } from '../audio/resampler.js';
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
  /** Whether the samples are told piece by piece as they are decoded, without an analysis: an hour is no burden then. */
  readonly isStreamed?: boolean;
}

export interface RecordingPart {
  readonly pcm: Int16Array;
  /** Nothing when it is longer than allowed. */
  readonly analysis: RecordingAnalysis | undefined;
  /** As `MarkedRecording` takes them. */
  readonly marks?: Float64Array;
  /** Of a streamed one: it is longer than allowed, and what was told is not all. */
  readonly isTooLong?: boolean;
}

/** So little at a time that one piece of a compressed silence cannot fill the memory. */
const PIECE_BYTES = 1024;
/** Its decoder loses the last frame of smaller pieces. */
const FLAC_PIECE_BYTES = 65_536;

interface Decoded {
  readonly pcm: Int16Array;
  readonly sampleRate: number;
}

/** Decodes piece by piece, whatever the header says of the length. */
async function* monoParts({ bytes, container }: RecordingJob): AsyncGenerator<Decoded> {
  if (container === 'm4a' && saysTooManySamples(bytes)) throw new Error('it has no such samples');
  for await (const part of decodeChunked(pieces(bytes, container), container)) {
    requireRate(part.sampleRate);
    yield { pcm: mixed(part.channelData), sampleRate: part.sampleRate };
  }
}

function requireRate(sampleRate: number): void {
  if (sampleRate < 8000 || sampleRate > 192_000)
    throw new Error(`its sample rate is ${sampleRate}`);
}

/** All of it; stops where it is too long. */
async function decoded(job: RecordingJob): Promise<Decoded> {
  const parts: Int16Array[] = [];
  let sampleRate = 0;
  let length = 0;
  for await (const part of monoParts(job)) {
    ({ sampleRate } = part);
    parts.push(part.pcm);
    length += part.pcm.length;
    if (length > job.maxSeconds * sampleRate) break;
  }
  if (length === 0) throw new Error('there is no sound in it');
  return { pcm: joined(parts), sampleRate };
}

async function* pieces(bytes: Uint8Array, container: Container): AsyncGenerator<Uint8Array> {
  const size = pieceBytes(bytes, container);
  for (let at = 0; at < bytes.length; at += size) {
    yield await Promise.resolve(bytes.subarray(at, at + size));
  }
}

function pieceBytes(bytes: Uint8Array, container: Container): number {
  // Its index may stand at the end.
  if (container === 'm4a') return bytes.length;
  return container === 'flac' ? FLAC_PIECE_BYTES : PIECE_BYTES;
}

function mixed(channels: readonly Float32Array[]): Int16Array {
  const [first = new Float32Array(0)] = channels;
  const pcm = new Int16Array(first.length);
  for (let index = 0; index < pcm.length; index += 1) {
    let sum = 0;
    for (const channel of channels) sum += channel[index] ?? 0;
    pcm[index] = clampToInt16((sum / channels.length) * 32767);
  }
  return pcm;
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

/** Seconds of sound that are told at a time. */
const TOLD_SECONDS = 5;

/** Tells the samples as they are decoded, and at the end whether it was all. */
async function stream(
  job: RecordingJob,
  tell: (part: RecordingPart) => void,
): Promise<RecordingPart> {
  const rate = job.sampleRate ?? ANALYSIS_RATE;
  let resampler: Resampler | undefined;
  let held: Int16Array[] = [];
  let [heldLength, length] = [0, 0];
  const take = (pcm: Int16Array): void => {
    held.push(pcm);
    heldLength += pcm.length;
    length += pcm.length;
    if (heldLength < TOLD_SECONDS * rate) return;
    tell({ pcm: joined(held), analysis: undefined });
    [held, heldLength] = [[], 0];
  };
  for await (const { pcm, sampleRate } of monoParts(job)) {
    resampler ??= new Resampler(sampleRate, rate);
    take(resampler.push(pcm));
    if (length > job.maxSeconds * rate) {
      return { pcm: new Int16Array(0), analysis: undefined, isTooLong: true };
    }
  }
  if (resampler !== undefined) take(resampler.end());
  if (length === 0) throw new Error('there is no sound in it');
  return { pcm: joined(held), analysis: undefined };
}

parentPort?.on('message', ({ job }: { readonly job: RecordingJob }) => {
  const tell = (part: RecordingPart): void => {
    parentPort?.postMessage({ type: 'part', part });
  };
  (job.isStreamed === true ? stream(job, tell) : run(job)).then(
    (part) => {
      tell(part);
      parentPort?.postMessage({ type: 'done' });
    },
    (error: unknown) => parentPort?.postMessage({ type: 'failed', message: String(error) }),
  );
});
parentPort?.postMessage({ type: 'ready' });

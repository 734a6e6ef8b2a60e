import type { SpeechPart, Synthesis } from '../synthesizer.js';
import type { WordMark } from '../speech-marks.js';
import type { AudioEncoder, AudioEncoders } from './audio-encoder.js';
import type { AudioFormat } from './audio-format.js';
import { finaliser, type MakeFinaliser } from './finaliser.js';
import { withInfoFrame } from './mp3-info-frame.js';
import { Resampler } from './resampler.js';

/** Encoded bytes, and the marks that became certain meanwhile; either may be empty. */
export interface EncodedPart {
  readonly bytes: Uint8Array;
  readonly marks: readonly WordMark[];
}

/** Samples that are encoded at a time, in seconds: longer stretches would hold up other requests. */
const CHUNK_SECONDS = 0.25;

/** What is asked of an encoding. */
export interface EncodingOptions {
  readonly format: AudioFormat;
  /** Factor that brings the speech to the target loudness; absent: as it is. */
  readonly gain?: number | undefined;
}

/** Speech that was made to its end. */
export interface FinishedSpeech {
  readonly pcm: Int16Array;
  readonly sampleRate: number;
  /** Ends the encoding. */
  readonly signal: AbortSignal;
}

/**
 * The way of all speech to its listeners, whatever the route: through the finaliser, last, and then the encoder. What
 * has to be in everything that goes out, such as a watermark, belongs into the finaliser.
 */
export class SpeechEncoding {
  constructor(
    private readonly encoders: AudioEncoders,
    private readonly makeFinaliser: MakeFinaliser = finaliser,
  ) {}

  /** Encodes speech as it is made. The reader's pace is the encoder's. */
  async *stream(
    synthesis: Synthesis,
    { format, gain }: EncodingOptions,
  ): AsyncGenerator<EncodedPart> {
    const { sampleRate } = synthesis;
    const last = this.makeFinaliser({ sampleRate, gain });
    const encoder = await this.encoders.create({ format });
    const encode = resampling(encoder, sampleRate, format.sampleRate);
    try {
      for await (const { pcm, marks } of synthesis.parts()) {
        const [first = new Int16Array(0), ...others] = chunks(last.push(pcm), sampleRate);
        yield { bytes: await encode.push(first), marks };
        for (const chunk of others) {
          await othersTurn();
          yield { bytes: await encode.push(chunk), marks: [] };
        }
        await othersTurn();
      }
      yield { bytes: await encode.end(last.end()), marks: [] };
    } finally {
      encoder.close();
    }
  }

  /** Encodes finished speech as one file, with headers that tell its length. */
  async whole(
    { pcm, sampleRate, signal }: FinishedSpeech,
    { format, gain }: EncodingOptions,
  ): Promise<Uint8Array> {
    const last = this.makeFinaliser({ sampleRate, gain });
    const final = joined([last.push(pcm), last.end()]);
    const samples = await resampled(final, sampleRate, format.sampleRate);
    const encoder = await this.encoders.create({ format, totalSamples: samples.length });
    try {
      const parts: Uint8Array[] = [];
      for (const chunk of chunks(samples, format.sampleRate)) {
        signal.throwIfAborted();
        parts.push(await encoder.encode(chunk));
        await othersTurn();
      }
      parts.push(await encoder.finish());
      signal.throwIfAborted();
      const file = Buffer.concat(parts);
      return format.codec === 'mp3' ? withInfoFrame(file, samples.length) : file;
    } finally {
      encoder.close();
    }
  }
}

/** An encoder of samples of another rate. */
function resampling(encoder: AudioEncoder, from: number, to: number) {
  const resampler = from === to ? undefined : new Resampler(from, to);
  const push = async (pcm: Int16Array): Promise<Uint8Array> =>
    await encoder.encode(resampler?.push(pcm) ?? pcm);
  const end = async (pcm: Int16Array): Promise<Uint8Array> => {
    const tail = resampler === undefined ? pcm : joined([resampler.push(pcm), resampler.end()]);
    return Buffer.concat([await encoder.encode(tail), await encoder.finish()]);
  };
  return { push, end };
}

/** Lets other requests be served between two stretches: encoding is work for the processor. */
export const othersTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Stretches that are short enough for one turn. */
export function* chunks(pcm: Int16Array, sampleRate: number): Generator<Int16Array> {
  const size = Math.round(CHUNK_SECONDS * sampleRate);
  for (let start = 0; start < pcm.length; start += size) yield pcm.subarray(start, start + size);
}

async function resampled(pcm: Int16Array, from: number, to: number): Promise<Int16Array> {
  if (from === to) return pcm;
  const resampler = new Resampler(from, to);
  const parts: Int16Array[] = [];
  for (const chunk of chunks(pcm, from)) {
    parts.push(resampler.push(chunk));
    await othersTurn();
  }
  return joined([...parts, resampler.end()]);
}

/** All samples of a synthesis; `onPart` sees each part as it comes. Others are served in between. */
export async function collected(
  synthesis: Synthesis,
  onPart: (part: SpeechPart) => void = () => undefined,
): Promise<Int16Array> {
  const pcm: Int16Array[] = [];
  for await (const part of synthesis.parts()) {
    pcm.push(part.pcm);
    onPart(part);
    await othersTurn();
  }
  return joined(pcm);
}

export function joined(parts: readonly Int16Array[]): Int16Array {
  const whole = new Int16Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

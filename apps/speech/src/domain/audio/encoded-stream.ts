import type { Synthesis } from '../synthesizer.js';
import type { WordMark } from '../speech-marks.js';
import type { AudioEncoder, AudioEncoders } from './audio-encoder.js';
import type { AudioFormat } from './audio-format.js';
import { withInfoFrame } from './mp3-info-frame.js';
import { Resampler } from './resampler.js';

/** Encoded bytes, and the marks that became certain meanwhile; either may be empty. */
export interface EncodedPart {
  readonly bytes: Uint8Array;
  readonly marks: readonly WordMark[];
}

/** Samples that are encoded at a time, in seconds: longer stretches would hold up other requests. */
const CHUNK_SECONDS = 0.25;

/** Encodes speech as it is made. The reader's pace is the encoder's. */
export async function* encoded(
  synthesis: Synthesis,
  encoders: AudioEncoders,
  format: AudioFormat,
): AsyncGenerator<EncodedPart> {
  const { sampleRate } = synthesis;
  const encoder = await encoders.create({ format });
  const resampler =
    sampleRate === format.sampleRate ? undefined : new Resampler(sampleRate, format.sampleRate);
  const encode = async (pcm: Int16Array): Promise<Uint8Array> =>
    await encoder.encode(resampler?.push(pcm) ?? pcm);
  try {
    for await (const { pcm, marks } of synthesis.parts()) {
      const [first = new Int16Array(0), ...rest] = chunks(pcm, sampleRate);
      yield { bytes: await encode(first), marks };
      for (const chunk of rest) {
        await othersTurn();
        yield { bytes: await encode(chunk), marks: [] };
      }
      await othersTurn();
    }
    yield { bytes: await rest(encoder, resampler), marks: [] };
  } finally {
    encoder.close();
  }
}

/** Lets other requests be served between two stretches: encoding is work for the processor. */
const othersTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function rest(encoder: AudioEncoder, resampler: Resampler | undefined): Promise<Uint8Array> {
  const tail = await encoder.encode(resampler?.end() ?? new Int16Array(0));
  return Buffer.concat([tail, await encoder.finish()]);
}

function* chunks(pcm: Int16Array, sampleRate: number): Generator<Int16Array> {
  const size = Math.round(CHUNK_SECONDS * sampleRate);
  for (let start = 0; start < pcm.length; start += size) yield pcm.subarray(start, start + size);
}

/** Encodes finished speech as one file, with headers that tell its length. */
export async function encodeWhole(
  { pcm, sampleRate }: { readonly pcm: Int16Array; readonly sampleRate: number },
  encoders: AudioEncoders,
  format: AudioFormat,
): Promise<Uint8Array> {
  const samples = await resampled(pcm, sampleRate, format.sampleRate);
  const encoder = await encoders.create({ format, totalSamples: samples.length });
  try {
    const parts: Uint8Array[] = [];
    for (const chunk of chunks(samples, format.sampleRate)) {
      parts.push(await encoder.encode(chunk));
      await othersTurn();
    }
    parts.push(await encoder.finish());
    const whole = Buffer.concat(parts);
    return format.codec === 'mp3' ? withInfoFrame(whole, samples.length) : whole;
  } finally {
    encoder.close();
  }
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

export function joined(parts: readonly Int16Array[]): Int16Array {
  const whole = new Int16Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

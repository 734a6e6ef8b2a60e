import { lazily } from '@sextant/platform-runtime/promises';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import createOpus from '@audio/encode-opus';
import { createEncoder } from 'wasm-media-encoders';
import type { AudioEncoder, AudioEncoders, EncoderOptions } from './audio-encoder.js';
import { toAlaw, toUlaw } from './g711.js';
import { Resampler } from './resampler.js';
import { littleEndian, wavHeader } from './wav.js';

const require = createRequire(import.meta.url);
const NOTHING = new Uint8Array(0);
/** Some 70 files of code, for two formats that few ask for. */
const mediabunny = lazily(() => import('./mediabunny-encoders.js'));

/** Encoders that give bytes from the first samples on; all are WebAssembly or tables. */
export class WasmEncoders implements AudioEncoders {
  async create({ format, totalSamples }: EncoderOptions): Promise<AudioEncoder> {
    const { codec, sampleRate, kbps = 64 } = format;
    switch (codec) {
      case 'mp3':
        return await mp3(sampleRate, kbps);
      case 'ogg':
        return await oggOpus(sampleRate, kbps);
      case 'aac':
        return await (await mediabunny()).createAacEncoder(sampleRate, kbps);
      case 'flac':
        return await (await mediabunny()).createFlacEncoder(sampleRate);
      case 'wav':
        return wav(sampleRate, totalSamples);
      case 'pcm':
        return simple(littleEndian);
      case 'ulaw':
        return simple(toUlaw);
      case 'alaw':
        return simple(toAlaw);
    }
  }
}

const simple = (encode: (pcm: Int16Array) => Uint8Array): AudioEncoder => ({
  encode,
  finish: () => NOTHING,
  close: () => undefined,
});

function wav(sampleRate: number, totalSamples: number | undefined): AudioEncoder {
  let header = wavHeader(sampleRate, totalSamples === undefined ? undefined : totalSamples * 2);
  const withHeader = (bytes: Uint8Array): Uint8Array => {
    const joined = header.length === 0 ? bytes : Buffer.concat([header, bytes]);
    header = NOTHING;
    return joined;
  };
  return {
    encode: (pcm) => withHeader(littleEndian(pcm)),
    finish: () => withHeader(NOTHING),
    close: () => undefined,
  };
}

/** A loop, because `Float32Array.from` takes as long as the encoder itself. */
function toFloat(pcm: Int16Array): Float32Array {
  const samples = new Float32Array(pcm.length);
  for (let index = 0; index < pcm.length; index += 1) samples[index] = (pcm[index] ?? 0) / 32768;
  return samples;
}

/** Compiled once: an encoder that compiles it for itself holds the event loop for 10 ms. */
const lameModule = lazily(async () =>
  WebAssembly.compile(await readFile(require.resolve('wasm-media-encoders/wasm/mp3'))),
);

/** LAME. */
async function mp3(sampleRate: number, kbps: number): Promise<AudioEncoder> {
  const encoder = await createEncoder('audio/mpeg', await lameModule());
  encoder.configure({
    sampleRate,
    // Left alone, it takes a lower rate for few bits than the one that was named.
    outputSampleRate: sampleRate as 24000,
    channels: 1,
    bitrate: kbps as 64,
  });
  return {
    // What it gives is in its own memory, which the next call overwrites.
    encode: (pcm) => (pcm.length === 0 ? NOTHING : encoder.encode([toFloat(pcm)]).slice()),
    finish: () => encoder.finalize().slice(),
    close: () => undefined,
  };
}

const OPUS_RATE = 48000;
/** The library announces this many samples to skip, of which libopus itself delays by 312 (RFC 7845, 4.2). */
const PRE_SKIP = 3840;
const OPUS_DELAY = 312;

async function oggOpus(sampleRate: number, kbps: number): Promise<AudioEncoder> {
  const encoder = await createOpus({ sampleRate: OPUS_RATE, channels: 1, bitrate: kbps });
  const resampler = new Resampler(sampleRate, OPUS_RATE);
  let lead: Float32Array = new Float32Array(PRE_SKIP - OPUS_DELAY);
  const encode = (pcm: Int16Array): Uint8Array => {
    const samples = toFloat(pcm);
    const joined = new Float32Array(lead.length + samples.length);
    joined.set(lead);
    joined.set(samples, lead.length);
    lead = new Float32Array(0);
    return encoder.encode([joined]);
  };
  return {
    encode: (pcm) => encode(resampler.push(pcm)),
    finish: () => Buffer.concat([encode(resampler.end()), encoder.flush()]),
    close: () => encoder.free(),
  };
}

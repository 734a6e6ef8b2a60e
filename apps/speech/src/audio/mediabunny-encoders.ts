import { registerAacEncoder } from '@mediabunny/aac-encoder';
import { registerFlacEncoder } from '@mediabunny/flac-encoder';
import {
  AdtsOutputFormat,
  AppendOnlyStreamTarget,
  AudioSample,
  AudioSampleSource,
  FlacOutputFormat,
  Output,
  type OutputFormat,
  Quality,
} from 'mediabunny';
import type { AudioEncoder } from './audio-encoder.js';
import { littleEndian } from './wav.js';

registerAacEncoder();
registerFlacEncoder();

/** AAC-LC in ADTS frames (ISO 14496-3), by FFmpeg's encoder. */
export const createAacEncoder = (sampleRate: number, kbps: number): Promise<AudioEncoder> => {
  const quality = new Quality({ bitrate: kbps * 1000 });
  const source = new AudioSampleSource({ codec: 'aac', quality });
  return encoderOf(sampleRate, source, new AdtsOutputFormat());
};

/** FLAC (RFC 9639), by FFmpeg's encoder; as a stream its header does not tell the length. */
export const createFlacEncoder = (sampleRate: number): Promise<AudioEncoder> =>
  encoderOf(
    sampleRate,
    new AudioSampleSource({ codec: 'flac' }),
    new FlacOutputFormat({ appendOnly: true }),
  );

async function encoderOf(
  sampleRate: number,
  source: AudioSampleSource,
  format: OutputFormat,
): Promise<AudioEncoder> {
  const written: Uint8Array[] = [];
  const output = new Output({ format, target: collector(written) });
  output.addAudioTrack(source);
  await output.start();
  const take = (): Uint8Array => Buffer.concat(written.splice(0));
  let timestamp = 0;
  return {
    encode: async (pcm) => {
      if (pcm.length === 0) return take();
      const data = littleEndian(pcm);
      const sample = new AudioSample({
        data,
        format: 's16',
        numberOfChannels: 1,
        sampleRate,
        timestamp,
      });
      timestamp += pcm.length / sampleRate;
      await source.add(sample);
      sample.close();
      return take();
    },
    finish: async () => {
      await output.finalize();
      return take();
    },
    close: () => {
      if (output.state === 'started') void output.cancel();
    },
  };
}

const collector = (written: Uint8Array[]): AppendOnlyStreamTarget =>
  new AppendOnlyStreamTarget(
    new WritableStream<Uint8Array>({
      write: (bytes) => {
        written.push(bytes.slice());
      },
    }),
  );

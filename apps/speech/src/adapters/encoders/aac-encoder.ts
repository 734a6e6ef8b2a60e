import { registerAacEncoder } from '@mediabunny/aac-encoder';
import {
  AdtsOutputFormat,
  AppendOnlyStreamTarget,
  AudioSample,
  AudioSampleSource,
  Output,
  Quality,
} from 'mediabunny';
import type { AudioEncoder } from '../../domain/audio/audio-encoder.js';
import { littleEndian } from '../../domain/audio/wav.js';

registerAacEncoder();

/** AAC-LC in ADTS frames (ISO 14496-3), by FFmpeg's encoder. */
export async function createAacEncoder(sampleRate: number, kbps: number): Promise<AudioEncoder> {
  const written: Uint8Array[] = [];
  const quality = new Quality({ bitrate: kbps * 1000 });
  const source = new AudioSampleSource({ codec: 'aac', quality });
  const output = new Output({ format: new AdtsOutputFormat(), target: collector(written) });
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

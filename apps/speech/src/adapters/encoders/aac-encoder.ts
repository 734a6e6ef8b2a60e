import { registerAacEncoder } from '@mediabunny/aac-encoder';
import {
  AdtsOutputFormat,
  AppendOnlyStreamTarget,
  AudioSample,
  AudioSampleSource,
  Output,
} from 'mediabunny';
import type { AudioEncoder } from '../../domain/audio/audio-encoder.js';
import { littleEndian } from '../../domain/audio/wav.js';

registerAacEncoder();

/** AAC-LC in ADTS frames (ISO 14496-3), by FFmpeg's encoder. */
export async function createAacEncoder(sampleRate: number, kbps: number): Promise<AudioEncoder> {
  const written: Uint8Array[] = [];
  const target = new AppendOnlyStreamTarget(
    new WritableStream<Uint8Array>({
      write: (bytes) => {
        written.push(bytes.slice());
      },
    }),
  );
  const source = new AudioSampleSource({ codec: 'aac', bitrate: kbps * 1000 });
  const output = new Output({ format: new AdtsOutputFormat(), target });
  output.addAudioTrack(source);
  await output.start();
  const take = (): Uint8Array => Buffer.concat(written.splice(0));
  let samples = 0;
  return {
    encode: async (pcm) => {
      if (pcm.length === 0) return take();
      const timestamp = samples / sampleRate;
      samples += pcm.length;
      const data = littleEndian(pcm);
      const sample = new AudioSample({
        data,
        format: 's16',
        numberOfChannels: 1,
        sampleRate,
        timestamp,
      });
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

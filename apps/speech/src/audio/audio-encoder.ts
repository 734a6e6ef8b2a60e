import type { AudioFormat } from './audio-format.js';

/** Turns samples of the format's rate into bytes, as they come. */
export interface AudioEncoder {
  encode(pcm: Int16Array): Uint8Array | Promise<Uint8Array>;
  /** The rest. */
  finish(): Uint8Array | Promise<Uint8Array>;
  /** Gives back what it holds; after `finish`, or instead of it. */
  close(): void;
}

export interface EncoderOptions {
  readonly format: AudioFormat;
  /** Number of samples, when it is known beforehand: headers then tell it. */
  readonly totalSamples?: number;
}

/** Makes encoders of all formats. */
export interface AudioEncoders {
  create(options: EncoderOptions): Promise<AudioEncoder>;
}

import { Limiter } from './loudness.js';

/** Takes samples in order; may hold some back until the end. As many come out as went in. */
export interface Finaliser {
  push(pcm: Int16Array): Int16Array;
  end(): Int16Array;
}

export interface FinaliserOptions {
  readonly sampleRate: number;
  /** Factor that brings the speech to the target loudness; absent: as it is. */
  readonly gain: number | undefined;
}

export type MakeFinaliser = (options: FinaliserOptions) => Finaliser;

/** The last that happens to speech before it is encoded: its level. */
export const finaliser: MakeFinaliser = ({ sampleRate, gain }) =>
  gain === undefined ? UNCHANGED : new Limiter(gain, sampleRate);

const UNCHANGED: Finaliser = {
  push: (pcm) => pcm,
  end: () => new Int16Array(0),
};

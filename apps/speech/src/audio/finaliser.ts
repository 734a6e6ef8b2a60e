import type { AudioFormat } from './audio-format.js';
import { Limiter } from './limiter.js';

/** Takes samples in order; may hold some back until the end. As many come out as went in. */
export interface Finaliser {
  push(pcm: Int16Array): Int16Array;
  end(): Int16Array;
}

export interface FinaliserOptions {
  /** What it is encoded as afterwards, at the rate that it comes in. */
  readonly format: AudioFormat;
  /** Factor that brings the speech to the target loudness; absent: as it is. */
  readonly gain: number | undefined;
}

export type MakeFinaliser = (options: FinaliserOptions) => Finaliser;

/** Codecs of few bits give back higher peaks than they were given: this much lower, none here came above -1 dBTP. */
const OVERSHOOT_DB = 0.5;
const FEW_KBPS = 64;

/** What peaks have to stay below the ceiling for a format, in decibels. */
export const headroomOf = ({ kbps = Infinity }: AudioFormat): number =>
  kbps <= FEW_KBPS ? OVERSHOOT_DB : 0;

/** The last that happens to speech before it is encoded, at the rate of the format: its level. */
export const finaliser: MakeFinaliser = ({ format, gain }) =>
  gain === undefined
    ? UNCHANGED
    : new Limiter({
        gain,
        sampleRate: format.sampleRate,
        headroomDb: headroomOf(format),
      });

const UNCHANGED: Finaliser = {
  push: (pcm) => pcm,
  end: () => new Int16Array(0),
};

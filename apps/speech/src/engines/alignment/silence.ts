import type { Cut } from './breaths.js';

/** Root mean square of 5 ms below which nothing is heard. */
const SILENCE = 100;
const FRAME_MS = 5;

/** Where sound begins and ends. */
export interface Voiced {
  readonly beginMs: number;
  readonly endMs: number;
}

export function voiced(pcm: Int16Array, sampleRate: number): Voiced {
  const frame = Math.round((sampleRate * FRAME_MS) / 1000);
  const frames = Math.floor(pcm.length / frame);
  const isAudible = (index: number): boolean => {
    let power = 0;
    for (let at = index * frame; at < (index + 1) * frame; at += 1) power += (pcm[at] ?? 0) ** 2;
    return Math.sqrt(power / frame) > SILENCE;
  };
  let first = 0;
  while (first < frames && !isAudible(first)) first += 1;
  let last = frames - 1;
  while (last > first && !isAudible(last)) last -= 1;
  return first === frames
    ? { beginMs: 0, endMs: 0 }
    : { beginMs: first * FRAME_MS, endMs: (last + 1) * FRAME_MS };
}

/** Silence that stays on each side of a cut, in milliseconds: what is said at once has little within a clause, and a pause after one. */
const BEFORE: Readonly<Record<Cut, number>> = { clause: 150, word: 15 };
const AFTER: Readonly<Record<Cut, number>> = { clause: 30, word: 15 };

export interface Trimmed {
  readonly pcm: Int16Array;
  /** So much was left out at the beginning. */
  readonly fromMs: number;
}

/** A piece of a sentence as an engine said it. */
export interface SaidPiece {
  readonly pcm: Int16Array;
  readonly sampleRate: number;
  readonly heard: Voiced;
}

/** Leaves out the silence that an engine puts around what it takes for a sentence, where that was cut. */
export function trimmed(
  { pcm, sampleRate, heard: { beginMs, endMs } }: SaidPiece,
  { begin, end }: { readonly begin: Cut | undefined; readonly end: Cut | undefined },
): Trimmed {
  // Nothing is heard: whatever it is, it stays.
  if (endMs === 0) return { pcm, fromMs: 0 };
  const samplesAt = (ms: number): number => Math.round((ms / 1000) * sampleRate);
  const fromMs = begin === undefined ? 0 : Math.max(0, beginMs - AFTER[begin]);
  const until = end === undefined ? pcm.length : samplesAt(endMs + BEFORE[end]);
  return { pcm: pcm.subarray(samplesAt(fromMs), until), fromMs };
}

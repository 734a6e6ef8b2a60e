import { chipsOf } from './chips.js';
import { MarkedRecording } from './detector.js';

/** Whose marks a recording may have. */
export interface MarksQuestion {
  /** As `marksOf` found them. */
  readonly marks: Float64Array;
  readonly keys: readonly Uint8Array[];
  /** Voices of the first key that are looked for too. */
  readonly voiceIds: readonly string[];
}

export interface ComparedMarks {
  /** Of the likeliest key. */
  readonly workspaceScore: number;
  /** The likeliest voice. */
  readonly voice?: { readonly index: number; readonly score: number };
}

/** How much the likeliest key and voice are there. O(keys + voices), a millisecond each. */
export function compareMarks({ marks, keys, voiceIds }: MarksQuestion): ComparedMarks {
  const recording = new MarkedRecording(marks);
  const found = keys.map((key) => recording.find(chipsOf(key, '')));
  const workspaceScore = found.reduce((best, [{ score }]) => Math.max(best, score), 0);
  const [[key], [places = []]] = [keys, found];
  if (key === undefined || voiceIds.length === 0) return { workspaceScore };
  const scores = voiceIds.map((id) => recording.score(chipsOf(key, id), places));
  const score = scores.reduce((best, one) => Math.max(best, one), 0);
  return { workspaceScore, voice: { index: scores.indexOf(score), score } };
}

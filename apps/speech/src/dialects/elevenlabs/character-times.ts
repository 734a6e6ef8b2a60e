import type { WordMark } from '../../synthesis/marks/speech-marks.js';

/** When each character of a text is said, in seconds. */
export interface CharacterTimes {
  readonly characters: readonly string[];
  readonly startSeconds: readonly number[];
  readonly endSeconds: readonly number[];
}

/**
 * Spreads the times of words over their characters: evenly within a word, and what stands between two words over the time
 * between them. O(n).
 *
 * @param from offset in the input where the characters begin @param until where they end
 * @param marks of the words in between @param fromMs when what was before ended
 */
export function characterTimes(
  input: string,
  {
    from,
    until,
    fromMs,
  }: { readonly from: number; readonly until: number; readonly fromMs: number },
  marks: readonly WordMark[],
): CharacterTimes {
  const spread = new Spread(input, from, fromMs);
  for (const { start, end, startMs, endMs } of marks) {
    spread.add(start, startMs);
    spread.add(end, endMs);
  }
  // What follows the last word takes no time.
  spread.add(until, marks.at(-1)?.endMs ?? fromMs);
  return spread;
}

class Spread implements CharacterTimes {
  readonly characters: string[] = [];
  readonly startSeconds: number[] = [];
  readonly endSeconds: number[] = [];

  constructor(
    private readonly input: string,
    private at: number,
    private ms: number,
  ) {}

  /** Characters up to this place end at this time. */
  add(until: number, untilMs: number): void {
    const characters = Array.from(this.input.slice(this.at, until));
    const each = Math.max(0, untilMs - this.ms) / Math.max(1, characters.length);
    for (const [index, character] of characters.entries()) {
      this.characters.push(character);
      this.startSeconds.push(round(this.ms + index * each));
      this.endSeconds.push(round(this.ms + (index + 1) * each));
    }
    this.at = Math.max(this.at, until);
    this.ms = Math.max(this.ms, untilMs);
  }
}

const round = (ms: number): number => Math.round(ms) / 1000;

import { goesOnAfter } from '../text/abbreviations.js';
import { writtenWords } from '../text/written-words.js';

/** A stretch of a turn that is said in one go. */
export interface Stretch {
  readonly text: string;
  /** Where it begins in the text of the turn, in UTF-16 units. */
  readonly start: number;
}

/** A stretch is not longer, whether or not a sentence ends. */
const MAX_STRETCH = 500;
/** The first clause of a turn is said at once if it has this many characters: whoever waits hears something. */
const MIN_CLAUSE = 20;

const SENTENCE_END = /(?:[.!?…।؟]+["'”’»)\]』」]*(?=\s)|[。！？]+["'”’»)\]』」]*|\n)/gu;
const CLAUSE_END = /(?:[,;:—–]+(?=\s)|[，；：、])/gu;

/**
 * Text as it is written: tells which of it can be said now. A sentence is ready when its end is seen, the first clause of a
 * turn too; what is due is everything up to the last whole word. O(what waits) for each piece that comes, at most `MAX_STRETCH`
 * and the piece.
 */
export class LiveText {
  #waiting = '';
  #start = 0;
  #hasSpoken = false;

  /** @param language BCP 47: its abbreviations end no sentence */
  constructor(private readonly language: string) {}

  /** Characters that wait. */
  get length(): number {
    return this.#waiting.length;
  }

  /** Whether nothing was ever written. */
  get isUntouched(): boolean {
    return this.#start + this.#waiting.length === 0;
  }

  /** Takes what was written next. @returns what is ready */
  add(text: string): Stretch[] {
    this.#waiting += text;
    const stretches: Stretch[] = [];
    for (let end = this.readyUntil(); end > 0; end = this.readyUntil()) {
      stretches.push(...this.take(end));
    }
    return stretches;
  }

  /** What can be said although nobody goes on: whole words. */
  due(): Stretch[] {
    return this.take(/^[^]*\s/u.exec(this.#waiting)?.[0].length ?? 0);
  }

  /** Everything, an unfinished word too. */
  rest(): Stretch[] {
    return this.take(this.#waiting.length);
  }

  private take(end: number): Stretch[] {
    const text = this.#waiting.slice(0, end);
    const start = this.#start;
    this.#waiting = this.#waiting.slice(end);
    this.#start += end;
    if (!this.isHeard(text)) return [];
    this.#hasSpoken = true;
    return [{ text, start }];
  }

  private isHeard(text: string): boolean {
    const at = Array.from(text, (_, index) => index);
    const words = writtenWords(
      { text, starts: at, ends: at },
      { language: this.language, isWhole: false },
    );
    return words.some((word) => word.text !== '');
  }

  /** Where what is ready ends; 0 if nothing is. */
  private readyUntil(): number {
    const ends = [...this.#waiting.matchAll(SENTENCE_END)]
      .filter((match) => this.endsSentence(match.index, match[0]))
      .map((match) => match.index + match[0].length);
    const sentence = ends.findLast((end) => end <= MAX_STRETCH) ?? ends[0] ?? 0;
    if (sentence > 0) return sentence;
    if (this.#waiting.length > MAX_STRETCH) return this.breakBefore(MAX_STRETCH);
    return this.#hasSpoken ? 0 : this.firstClause();
  }

  private firstClause(): number {
    for (const match of this.#waiting.matchAll(CLAUSE_END)) {
      const end = match.index + match[0].length;
      if (end >= MIN_CLAUSE) return end;
    }
    return 0;
  }

  /** "Dr." ends nothing, whatever follows; of an initial nobody knows before the next word is there. */
  private endsSentence(at: number, mark: string): boolean {
    if (mark !== '.') return true;
    const [word = ''] = /[^\s("'“‘«[]*$/u.exec(this.#waiting.slice(0, at)) ?? [];
    const [, next = ''] = /^\s+(\S+)/u.exec(this.#waiting.slice(at + mark.length)) ?? [];
    const possible = next === '' ? ['1', 'A', 'a'] : [next];
    const [language = ''] = this.language.split('-');
    return !possible.some((follows) => goesOnAfter(word, follows, language));
  }

  /** Between two words where there are any, never within a character. */
  private breakBefore(most: number): number {
    const head = this.#waiting.slice(0, most);
    const clause = [...head.matchAll(CLAUSE_END)].at(-1);
    if (clause !== undefined) return clause.index + clause[0].length;
    const space = /^[^]*\s/u.exec(head)?.[0].length ?? 0;
    if (space > 0) return space;
    return /[\uD800-\uDBFF]$/.test(head) ? most - 1 : most;
  }
}

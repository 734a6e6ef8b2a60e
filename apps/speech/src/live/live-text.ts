import { goesOnAfter } from '../text/words/abbreviations.js';
import { writtenWords } from '../text/words/written-words.js';

/** A stretch of a turn that is said in one go. */
export interface Stretch {
  readonly text: string;
  /** Where it begins in the text of the turn, in UTF-16 units. */
  readonly start: number;
}

/** A stretch is not longer, whether or not a sentence ends. */
const MAX_STRETCH = 500;
/** So far behind it is looked for the word that tells whether a sentence ended. */
const LOOK_AHEAD = 100;
/** The first clause of a turn is said at once if it has this many characters: whoever waits hears something. */
const MIN_CLAUSE = 20;

const SENTENCE_END = /(?:[.!?…।؟]+["'”’»)\]』」]*(?=\s)|[。！？]+["'”’»)\]』」]*|\n)/gu;
const CLAUSE_END = /(?:[,;:—–]+(?=\s)|[，；：、])/gu;

/**
 * Text as it is written: tells which of it can be said now. A sentence is ready when its end is seen, the first clause of a
 * turn too; what is due is everything up to the last whole word. What waits is never longer than `MAX_STRETCH`, and no more
 * than that is looked at for each stretch: whoever writes must not hold up the others.
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
    const head = this.#waiting.slice(0, MAX_STRETCH + LOOK_AHEAD);
    const sentence = [...head.matchAll(SENTENCE_END)].findLast(
      ({ index, 0: mark }) =>
        index + mark.length <= MAX_STRETCH && this.endsSentence(head, index, mark),
    );
    if (sentence !== undefined) return sentence.index + sentence[0].length;
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
  private endsSentence(head: string, at: number, mark: string): boolean {
    if (mark !== '.') return true;
    const word = wordBefore(head, at);
    const [, next = ''] = /^\s+(\S+)/u.exec(head.slice(at + mark.length)) ?? [];
    const possible = next === '' ? ['1', 'Xx', 'xx'] : [next];
    return !possible.some((follows) => goesOnAfter(word, follows, this.language));
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

/** A regular expression that is anchored at the end only would try every beginning. */
function wordBefore(text: string, at: number): string {
  let start = at;
  while (start > 0 && !/[\s("'“‘«[]/u.test(text[start - 1] ?? '')) start -= 1;
  return text.slice(start, at);
}

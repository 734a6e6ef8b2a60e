import type { EngineAudio } from '../../engines/speech-engine.js';
import type { Utterance } from '../../text/words/utterance.js';

/** When a word is heard, or a place of SSML's `<mark>` is reached; offsets are UTF-16 units of the input. */
export interface WordMark {
  readonly kind: 'word' | 'mark';
  readonly start: number;
  readonly end: number;
  readonly startMs: number;
  readonly endMs: number;
  /** The word as it is written, or the name of the place. */
  readonly value: string;
  /** Index in `Utterance.words`. */
  readonly word: number;
}

/** Frames a second in which silence around words is looked for. */
const FRAMES_A_SECOND = 200;
/** Root mean square below which nothing is heard: about -50 dB of full scale. */
const SILENCE = 100;
/** An engine's time is before the sound by the closure of a consonant; further away it is another word's. */
const MAX_ONSET_MS = 120;

/** No word is shorter: it would not be seen when it is lit (our choice). */
const MIN_WORD_MS = 20;

/** Words that are said in one stretch of sound: most of the time one. */
interface Group {
  readonly first: number;
  /** Index after its last word. */
  readonly after: number;
  readonly startMs: number;
  /** Where the next one begins. */
  readonly limitMs: number;
}

/**
 * Makes marks of the times an engine gives and the sound itself: a word begins where it is heard and ends where it
 * stops being heard, or the next one begins. Words that an engine joins, as espeak-ng does with "of the", share their
 * sound by their letters, so that each lasts 20 ms at least. Times come from samples, so they are the same in every format.
 */
export class MarkTimer {
  readonly #frameSamples: number;
  readonly #audible: boolean[] = [];
  #framePower = 0;
  #frameLength = 0;
  #samples = 0;
  /** Begin of each word so far, never before that of the one before. */
  readonly #starts: number[] = [];
  /** Letters and digits of each word; 0 for a sign that may not be said. */
  readonly #letters: readonly number[];
  #finished = 0;
  /** Where the last one ended. */
  #endMs = 0;

  constructor(
    private readonly utterance: Utterance,
    private readonly sampleRate: number,
  ) {
    this.#letters = lettersOf(utterance);
    this.#frameSamples = Math.round(sampleRate / FRAMES_A_SECOND);
  }

  get durationMs(): number {
    return (this.#samples / this.sampleRate) * 1000;
  }

  /** The marks that are certain now. */
  push({ pcm, starts }: EngineAudio): WordMark[] {
    for (const { word, startMs } of starts) this.begin(word, startMs);
    this.listen(pcm);
    const marks: WordMark[] = [];
    for (let group = this.nextGroup(); group !== undefined; group = this.nextGroup()) {
      marks.push(...this.finish(group));
    }
    return marks;
  }

  /** The rest. Words that the engine never reached are where the last one ended. */
  end(): WordMark[] {
    const last = this.utterance.words.length - 1;
    if (last >= 0) this.begin(last, this.#starts[last] ?? this.durationMs);
    const marks = this.lastGroups().flatMap((group) => this.finish(group));
    return [...marks, ...this.bookmarksBefore(last + 1, Math.round(this.durationMs))];
  }

  private begin(word: number, startMs: number): void {
    const before = this.#starts.at(-1) ?? 0;
    const at = Math.max(before, startMs);
    // Words that the engine joined to the next one begin with it.
    while (this.#starts.length < word) this.#starts.push(at);
    if (this.#starts.length === word) this.#starts.push(at);
  }

  private listen(pcm: Int16Array): void {
    this.#samples += pcm.length;
    for (const sample of pcm) {
      this.#framePower += sample * sample;
      this.#frameLength += 1;
      if (this.#frameLength < this.#frameSamples) continue;
      this.#audible.push(Math.sqrt(this.#framePower / this.#frameLength) > SILENCE);
      this.#framePower = 0;
      this.#frameLength = 0;
    }
  }

  /** The next words whose end is certain: what follows them has begun, and been heard for a while. */
  private nextGroup(): Group | undefined {
    const group = this.groupFrom(this.#finished);
    const nextMs = group === undefined ? undefined : this.#starts[group.after];
    return nextMs !== undefined && nextMs + MAX_ONSET_MS <= this.durationMs ? group : undefined;
  }

  /** All words that are left. Where too little sound is left for the last ones, they share that of those before. */
  private lastGroups(): readonly Group[] {
    const groups: Group[] = [];
    let group = this.groupFrom(this.#finished);
    while (group !== undefined) {
      groups.push(group);
      group = this.groupFrom(group.after);
    }
    for (let last = groups.at(-1); last !== undefined; last = groups.at(-1)) {
      const before = groups.at(-2);
      const leastMs = this.leastMs(last);
      if (last.limitMs - last.startMs >= leastMs) break;
      if (before === undefined) {
        const startMs = Math.max(this.#endMs, last.limitMs - leastMs);
        groups[0] = { ...last, startMs: Math.min(last.startMs, startMs) };
        break;
      }
      groups.splice(-2, 2, { ...last, first: before.first, startMs: before.startMs });
    }
    return groups;
  }

  /** As many words as it takes until each has its time, or those that have begun so far. */
  private groupFrom(first: number): Group | undefined {
    const start = this.#starts[first];
    if (start === undefined) return undefined;
    const startMs = this.onset(start);
    let leastMs = 0;
    for (let after = first + 1; after < this.#starts.length; after += 1) {
      leastMs += this.leastOf(after - 1);
      const limitMs = this.onset(this.#starts[after] ?? 0);
      if (limitMs - startMs >= leastMs) return { first, after, startMs, limitMs };
    }
    return { first, after: this.#starts.length, startMs, limitMs: this.durationMs };
  }

  private leastMs({ first, after }: Group): number {
    let least = 0;
    for (let word = first; word < after; word += 1) least += this.leastOf(word);
    return least;
  }

  private leastOf(word: number): number {
    return (this.#letters[word] ?? 0) > 0 ? MIN_WORD_MS : 0;
  }

  private bookmarksBefore(word: number, atMs: number): WordMark[] {
    const bookmarks = this.utterance.bookmarks.get(word) ?? [];
    return bookmarks.map(({ name, start, end }) => ({
      kind: 'mark',
      word,
      start,
      end,
      value: name,
      startMs: atMs,
      endMs: atMs,
    }));
  }

  private finish(group: Group): WordMark[] {
    const { first, after, startMs, limitMs } = group;
    const leastMs = this.leastMs(group);
    const heardMs = Math.max(startMs + leastMs, this.offset(startMs, limitMs));
    const endMs = Math.max(startMs, Math.min(limitMs, heardMs));
    const letters = this.#letters.slice(first, after).reduce((sum, count) => sum + count, 0);
    const marks: WordMark[] = [];
    let at = startMs;
    for (let word = first; word < after; word += 1) {
      const share = letters === 0 ? 1 / (after - first) : (this.#letters[word] ?? 0) / letters;
      const end = at + this.leastOf(word) + (endMs - startMs - leastMs) * share;
      const until = Math.min(Math.max(at, end), endMs);
      const mark = this.markOf(word, at, until);
      marks.push(...this.bookmarksBefore(word, mark.startMs), mark);
      at = until;
    }
    this.#finished = after;
    this.#endMs = at;
    return marks;
  }

  private markOf(index: number, startMs: number, endMs: number): WordMark {
    const word = this.utterance.words[index];
    return {
      kind: 'word',
      word: index,
      start: word?.start ?? 0,
      end: word?.end ?? 0,
      value: word?.value ?? '',
      startMs: Math.round(startMs),
      endMs: Math.round(endMs),
    };
  }

  /** The first audible frame at or after the engine's time, if it is near. */
  private onset(ms: number): number {
    const first = Math.floor(this.frameAt(ms));
    const last = this.frameAt(ms + MAX_ONSET_MS);
    for (let frame = first; frame <= last; frame += 1) {
      if (this.#audible[frame] === true) return Math.max(ms, this.msOf(frame));
    }
    return ms;
  }

  /** The end of the last audible frame before `limit`. */
  private offset(startMs: number, limit: number): number {
    const first = this.frameAt(startMs);
    for (let frame = Math.floor(this.frameAt(limit)) - 1; frame > first; frame -= 1) {
      if (this.#audible[frame] === true) return Math.min(limit, this.msOf(frame + 1));
    }
    return limit;
  }

  private frameAt(ms: number): number {
    return (ms * this.sampleRate) / 1000 / this.#frameSamples;
  }

  private msOf(frame: number): number {
    return (frame * this.#frameSamples * 1000) / this.sampleRate;
  }
}

/** Those of the word as it is written, or else as it is said: `&`. */
function lettersOf({ words, sentences }: Utterance): readonly number[] {
  const letters = words.map(({ value }) => lettersIn(value));
  for (const item of sentences.flatMap(({ items }) => items)) {
    if (item.kind === 'word' && letters[item.word] === 0) letters[item.word] = lettersIn(item.text);
  }
  return letters;
}

const lettersIn = (text: string): number => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;

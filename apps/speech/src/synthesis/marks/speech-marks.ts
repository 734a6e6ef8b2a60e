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

/**
 * Makes marks of the times an engine gives and the sound itself: a word begins where it is heard and ends where it
 * stops being heard, or the next one begins. Times come from samples, so they are the same in every format.
 */
export class MarkTimer {
  readonly #frameSamples: number;
  readonly #audible: boolean[] = [];
  #framePower = 0;
  #frameLength = 0;
  #samples = 0;
  /** Begin of each word so far, never before that of the one before. */
  readonly #starts: number[] = [];
  #finished = 0;

  constructor(
    private readonly utterance: Utterance,
    private readonly sampleRate: number,
  ) {
    this.#frameSamples = Math.round(sampleRate / FRAMES_A_SECOND);
  }

  get durationMs(): number {
    return (this.#samples / this.sampleRate) * 1000;
  }

  /** The marks that are certain now. */
  push({ pcm, starts }: EngineAudio): WordMark[] {
    for (const { word, startMs } of starts) this.begin(word, startMs);
    this.listen(pcm);
    return this.finishUntil(
      (index) => (this.#starts[index + 1] ?? Infinity) + MAX_ONSET_MS <= this.durationMs,
    );
  }

  /** The rest. Words that the engine never reached are where the last one ended. */
  end(): WordMark[] {
    const last = this.utterance.words.length - 1;
    if (last >= 0) this.begin(last, this.#starts[last] ?? this.durationMs);
    const marks = this.finishUntil(() => true);
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

  private finishUntil(isCertain: (index: number) => boolean): WordMark[] {
    const marks: WordMark[] = [];
    while (this.#finished < this.#starts.length && isCertain(this.#finished)) {
      const mark = this.finish(this.#finished);
      marks.push(...this.bookmarksBefore(this.#finished, mark.startMs), mark);
      this.#finished += 1;
    }
    return marks;
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

  private finish(index: number): WordMark {
    const word = this.utterance.words[index];
    const startMs = this.onset(this.#starts[index] ?? 0);
    const nextMs = this.#starts[index + 1];
    const limit = nextMs === undefined ? this.durationMs : this.onset(nextMs);
    return {
      kind: 'word',
      word: index,
      start: word?.start ?? 0,
      end: word?.end ?? 0,
      value: word?.value ?? '',
      startMs: Math.round(startMs),
      endMs: Math.round(Math.max(startMs, this.offset(startMs, limit))),
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

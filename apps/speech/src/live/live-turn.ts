import type { EncodedPart, SpeechEncoding } from '../synthesis/streams/encoded-stream.js';
import type { WordMark } from '../synthesis/marks/speech-marks.js';
import type { SpeechService } from '../synthesis/speech-service.js';
import type { SpeechRequest } from '../synthesis/speech-request.js';
import { ENGINE_ERRORS } from '../errors/engine-errors.js';
import type { SpeechPart, Synthesis } from '../synthesis/synthesizer.js';
import type { Stretch } from './live-text.js';

/** All of a request but its text, which is still being written. */
export interface LiveRequest extends Omit<SpeechRequest, 'input'> {
  /** Fails when whoever asks may no longer; asked with each stretch. */
  readonly requireAccess: () => Promise<void>;
}

/** A stretch that was said to its end; times are of the turn. */
export interface SaidStretch extends Stretch {
  readonly startMs: number;
  readonly endMs: number;
  /** Offsets are of the turn's text. */
  readonly marks: readonly WordMark[];
}

/** A part of a turn's recording, and the stretches that ended with it. */
export interface LivePart extends EncodedPart {
  readonly said: readonly SaidStretch[];
}

export interface LiveTurnUses {
  readonly speech: Pick<SpeechService, 'prepare'>;
  readonly encoding: SpeechEncoding;
}

/**
 * What one says until the other has the word: one recording, made of stretches that come while it is spoken. Marks are
 * those of the turn, from its first character and its first sample.
 */
export class LiveTurn {
  readonly #stretches: Stretch[] = [];
  readonly #said: SaidStretch[] = [];
  readonly #stop = new AbortController();
  #isComplete = false;
  #wake: () => void = () => undefined;
  #ms = 0;
  #billable = 0;
  #saidUntil = 0;
  /** The stretch that is being said. */
  #begun: Begun | undefined;

  constructor(
    private readonly uses: LiveTurnUses,
    private readonly request: LiveRequest,
  ) {}

  /** Characters that are not said yet. */
  get waiting(): number {
    return this.#stretches.reduce((sum, { text }) => sum + text.length, 0);
  }

  /** Milliseconds of what was said to its end. */
  get durationMs(): number {
    return Math.round(this.#ms);
  }

  /**
   * Code points up to a word that was told, or up to the end of the last stretch that was said: a turn that is broken off just
   * before its end is not free.
   *
   * @param end of the word, in the turn's text
   */
  billableUntil(end: number): number {
    const begun = this.#begun;
    if (begun === undefined || end <= begun.stretch.start) return this.#billable;
    const { start, text } = begun.stretch;
    const told = text.slice(0, end - start);
    const share = Math.min(1, told.length / text.length);
    const more = begun.billableCharacters - Array.from(text).length;
    return (
      this.#billable + start - this.#saidUntil + Array.from(told).length + Math.ceil(more * share)
    );
  }

  get isStopped(): boolean {
    return this.#stop.signal.aborted;
  }

  say(stretch: Stretch): void {
    this.#stretches.push(stretch);
    this.#wake();
  }

  /** Nothing more is said in it. */
  complete(): void {
    this.#isComplete = true;
    this.#wake();
  }

  /** Ends it in the middle of whatever is said. */
  stop(reason: Error): void {
    this.#stretches.length = 0;
    this.#stop.abort(reason);
    this.complete();
  }

  /**
   * The recording, as it is made; nothing if there was nothing to say.
   *
   * @throws {Problem} what `SpeechService.prepare` and engines refuse; the reason of `stop`
   */
  async *parts(): AsyncGenerator<LivePart> {
    const stretch = await this.next();
    if (stretch === undefined) return;
    const first = await this.begin(stretch);
    const whole: Synthesis = {
      ...first.synthesis,
      signal: this.#stop.signal,
      parts: () => this.sequence(first),
      durationMs: () => this.durationMs,
    };
    const { format } = this.request;
    for await (const part of this.uses.encoding.stream(whole, { format })) {
      this.#stop.signal.throwIfAborted();
      yield { ...part, said: this.#said.splice(0) };
    }
  }

  private async *sequence(first: Begun): AsyncGenerator<SpeechPart> {
    yield* this.speak(first);
    for (let next = await this.next(); next !== undefined; next = await this.next()) {
      const following = await this.begin(next);
      // A voice whose model was exchanged meanwhile cannot go on in the middle of a recording.
      if (following.synthesis.sampleRate !== first.synthesis.sampleRate) {
        throw ENGINE_ERRORS.engineUnavailable();
      }
      yield* this.speak(following);
    }
  }

  private async *speak(begun: Begun): AsyncGenerator<SpeechPart> {
    const { stretch, synthesis, billableCharacters, over } = begun;
    this.#begun = begun;
    const startMs = this.#ms;
    const marks: WordMark[] = [];
    let samples = 0;
    try {
      for await (const part of synthesis.parts()) {
        const moved = part.marks.map((mark) => movedBy(mark, stretch.start, startMs));
        marks.push(...moved);
        samples += part.pcm.length;
        yield { pcm: part.pcm, marks: moved };
      }
    } finally {
      over.abort();
    }
    this.#ms = startMs + (samples / synthesis.sampleRate) * 1000;
    // With what stood before it and is not heard: how text is cut must not change what it costs.
    this.#billable += stretch.start - this.#saidUntil + billableCharacters;
    this.#saidUntil = stretch.start + stretch.text.length;
    this.#begun = undefined;
    this.#said.push({ ...stretch, startMs, endMs: this.#ms, marks });
    // What ends a recording comes with its last sound.
    if (this.#isComplete && this.#stretches.length === 0) return;
    // Takes the end of the stretch to the reader, who would else wait for the next one.
    yield { pcm: new Int16Array(0), marks: [] };
  }

  private async begin(stretch: Stretch): Promise<Begun> {
    const { requireAccess, ...request } = this.request;
    await requireAccess();
    const over = new AbortController();
    const signal = AbortSignal.any([request.signal, this.#stop.signal, over.signal]);
    const asked = { ...request, input: stretch.text, isPlain: true, fromMs: this.#ms, signal };
    const prepared = await this.uses.speech.prepare(asked, 'live');
    const { billableCharacters } = prepared;
    return { stretch, synthesis: prepared.start(), billableCharacters, over };
  }

  /** Waits for the next stretch; nothing at the end. */
  private async next(): Promise<Stretch | undefined> {
    while (this.#stretches.length === 0 && !this.#isComplete) {
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    this.#stop.signal.throwIfAborted();
    return this.#stretches.shift();
  }
}

interface Begun {
  readonly stretch: Stretch;
  readonly synthesis: Synthesis;
  readonly billableCharacters: number;
  /** Lets go of what watches the voice for it. */
  readonly over: AbortController;
}

const movedBy = (mark: WordMark, characters: number, ms: number): WordMark => ({
  ...mark,
  start: mark.start + characters,
  end: mark.end + characters,
  startMs: Math.round(mark.startMs + ms),
  endMs: Math.round(mark.endMs + ms),
});

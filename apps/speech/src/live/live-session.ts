import { modelFor } from '../models/models.js';
import type { WordMark } from '../synthesis/marks/speech-marks.js';
import type { Usage, UsageRecorder } from '../usage/usage.js';
import { LiveOutbox } from './live-outbox.js';
import type { LiveTalk } from './live-talk.js';
import { LiveText, type Stretch } from './live-text.js';
import { LiveTurn, type LiveRequest, type LiveTurnUses, type SaidStretch } from './live-turn.js';

/** What a session tells; turns are counted from 1. */
export type LiveMessage =
  | {
      readonly kind: 'audio';
      readonly turn: number;
      readonly bytes: Uint8Array;
      readonly marks: readonly WordMark[];
      /** Stretches that ended with it. */
      readonly said: readonly SaidStretch[];
    }
  | {
      readonly kind: 'turn_done';
      readonly turn: number;
      readonly billableCharacters: number;
      readonly durationMs: number;
    }
  /** A turn that was broken off: nothing of it follows. `saidUntil` is the end of the last word that was told. */
  | { readonly kind: 'cleared'; readonly turn: number; readonly saidUntil: number }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly error: unknown };

export interface LiveSessionOptions {
  readonly request: LiveRequest;
  /** BCP 47 of what is written. */
  readonly language: string;
  /** Longest time that whole words wait for the end of their sentence. */
  readonly maxWaitMs: number;
}

export interface LiveSessionUses extends LiveTurnUses {
  readonly usage: Pick<UsageRecorder, 'record'>;
}

/** What is kept of each session for who comes back. */
const KEPT_BYTES = 2 * 1024 * 1024;
/** Of a message beside its sound, about. */
const MESSAGE_BYTES = 500;
/** Characters that may wait to be said; then no more are to be read. */
const MAX_WAITING = 20_000;
/** Turns that may wait to be said or told, empty ones too. */
const MAX_TURNS = 50;

class ClearedError extends Error {}

interface Told {
  readonly until: number;
  readonly ms: number;
}

interface NumberedTurn {
  readonly number: number;
  readonly turn: LiveTurn;
}

/** One who writes and one who listens: text in, numbered messages out, over connections that may break. */
export class LiveSession implements LiveTalk {
  readonly outbox = new LiveOutbox<LiveMessage>(KEPT_BYTES);
  readonly #turns: NumberedTurn[] = [];
  readonly #over = new AbortController();
  #text: LiveText;
  #number = 0;
  #isEnding = false;
  #isOver = false;
  #failure: { readonly error: unknown } | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly uses: LiveSessionUses,
    private readonly options: LiveSessionOptions,
  ) {
    this.#text = new LiveText(options.language);
    this.beginTurn();
  }

  /** Characters that are not said yet. */
  get waiting(): number {
    return this.#turns.reduce((sum, { turn }) => sum + turn.waiting, this.#text.length);
  }

  /** Whether more text is to be read: who writes faster than is spoken waits. */
  get hasRoom(): boolean {
    return this.#turns.length < MAX_TURNS && this.waiting < MAX_WAITING;
  }

  /** Whether there is something to say. */
  get isBusy(): boolean {
    return this.waiting > 0;
  }

  /** Says until the end: of the session, or of its first failure. */
  async run(): Promise<void> {
    try {
      for (let next = this.#turns[0]; next !== undefined; next = this.#turns[0]) {
        await this.speak(next);
        this.#turns.shift();
      }
      await this.outbox.add({ kind: 'done' }, MESSAGE_BYTES);
    } catch (error) {
      await this.outbox.add({ kind: 'failed', error }, MESSAGE_BYTES);
    } finally {
      this.close();
    }
  }

  /** Takes what was written next. */
  write(text: string): void {
    if (this.#isEnding) return;
    const ready = this.#text.add(text);
    this.say(ready);
    if (ready.length > 0 || this.#text.length === 0) this.wait();
    else if (this.#timer === undefined) this.wait();
  }

  /** Ends the turn: everything is said, and its recording is complete. */
  flush(): void {
    if (this.#isEnding) return;
    this.endTurn();
    this.beginTurn();
  }

  /** Takes the word from the speaker: what is not said yet never is. */
  clear(): void {
    if (this.#isEnding) return;
    for (const { turn } of this.#turns) turn.stop(new ClearedError());
    this.beginTurn();
  }

  /** Everything is said, and the session over. */
  end(): void {
    if (this.#isEnding) return;
    this.#isEnding = true;
    this.endTurn();
  }

  /** Tells why, and ends. */
  fail(error: unknown): void {
    if (this.#isOver) return;
    this.#failure ??= { error };
    this.#isEnding = true;
    for (const { turn } of this.#turns) turn.stop(new ClearedError());
  }

  /** At once: nobody listens any more. */
  close(): void {
    clearTimeout(this.#timer);
    this.#isEnding = true;
    this.#isOver = true;
    this.#over.abort();
    for (const { turn } of this.#turns) turn.stop(new ClearedError());
    this.outbox.close();
  }

  private beginTurn(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#text = new LiveText(this.options.language);
    this.#number += 1;
    const signal = AbortSignal.any([this.options.request.signal, this.#over.signal]);
    const turn = new LiveTurn(this.uses, { ...this.options.request, signal });
    this.#turns.push({ number: this.#number, turn });
  }

  private endTurn(): void {
    this.say(this.#text.rest());
    this.#turns.at(-1)?.turn.complete();
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  private say(stretches: readonly Stretch[]): void {
    for (const stretch of stretches) this.#turns.at(-1)?.turn.say(stretch);
  }

  /** Whole words are said when their time is up; a word that is still being written gets as long again. */
  private wait(isLate = false): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#text.length === 0) return;
    this.#timer = setTimeout(() => {
      const due = isLate ? this.#text.rest() : this.#text.due();
      this.say(due);
      this.wait(!isLate && due.length === 0);
    }, this.options.maxWaitMs);
  }

  private async speak({ number, turn }: NumberedTurn): Promise<void> {
    const told = await this.tellParts(number, turn);
    const billableCharacters = turn.billableUntil(told.until);
    const durationMs = Math.max(turn.durationMs, told.ms);
    await this.record({ billableCharacters, durationMs });
    if (this.#failure !== undefined) throw this.#failure.error;
    // Nobody wrote anything before the end: it is no turn.
    if (this.#isEnding && number === this.#number && this.#text.isUntouched) return;
    await this.outbox.add(
      turn.isStopped
        ? { kind: 'cleared', turn: number, saidUntil: told.until }
        : { kind: 'turn_done', turn: number, billableCharacters, durationMs },
      MESSAGE_BYTES,
    );
  }

  /** @returns the end of the last word that was told, in the text and in milliseconds */
  private async tellParts(number: number, turn: LiveTurn): Promise<Told> {
    let told: Told = { until: 0, ms: 0 };
    try {
      for await (const { bytes, marks, said } of turn.parts()) {
        if (bytes.length + marks.length + said.length === 0) continue;
        const message = { kind: 'audio', turn: number, bytes, marks, said } as const;
        await this.outbox.add(message, MESSAGE_BYTES + 2 * bytes.length);
        const last = marks.at(-1);
        if (last !== undefined) told = { until: last.end, ms: last.endMs };
      }
    } catch (error) {
      if (!turn.isStopped) this.#failure ??= { error };
    }
    return told;
  }

  /** What was told, before anybody hears that it was all. */
  private async record({
    billableCharacters,
    durationMs,
  }: Pick<Usage, 'billableCharacters'> & { readonly durationMs: number }): Promise<void> {
    if (billableCharacters === 0) return;
    const { workspace, voiceId, model } = this.options.request;
    await this.uses.usage.record({
      workspace,
      route: 'live',
      model: modelFor(model, 'live').id,
      voiceIds: [voiceId],
      billableCharacters,
      durationMs,
    });
  }
}

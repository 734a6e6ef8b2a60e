import type { Stage } from './modes/mode-file.js';
import { ProcessChain } from './process-chain.js';
import { frame, unframe } from './stream-format.js';

/** Why a session ended by itself. */
export interface SessionEnd {
  /** `killed`: by others, which need not be a text's fault. */
  readonly kind: 'died' | 'killed' | 'hung';
  readonly reason: string;
  /** Before the probe had come back. */
  readonly duringStart: boolean;
}

export interface SessionEvents<T> {
  /** The probe came back: texts may be sent. */
  ready(): void;
  answered(item: T, answer: string): void;
  /** Less than half of the window is in use. */
  room(): void;
  /** Once. The processes are gone. Not after `kill()`. */
  ended(end: SessionEnd, outstanding: readonly T[]): void;
}

export interface SessionLimits {
  /** Time until the probe must be answered: the stages load their data, up to 7 s for a cold disk. */
  readonly startDeadlineMs: number;
  /** Longest time without an answer while something is outstanding. */
  readonly answerDeadlineMs: number;
  /**
   * UTF-16 code units that may be in the pipe at once. With 4,096 the slow stages wait now and then: a document takes 5 %
   * longer than with 8,192. More makes others wait longer, and gives a crash more to repeat.
   */
  readonly windowCharacters: number;
}

interface Outstanding<T> {
  readonly item: T | 'probe';
  readonly nonce: string;
  readonly length: number;
}

/**
 * Words and signs that every mode must live through.
 *
 * In Debian 12 the tagger of `rus-ukr`, `ukr-rus` and `rus-bel` crashes on them, as on many plain words of
 * those languages.
 */
const PROBE = 'La “casa” [k0]дом его, 1 (2).';

/**
 * One life of a mode's processes: texts in, answers out, first in first out.
 *
 * Each text carries a nonce that must come back with its answer. One timer watches all of them. Ends at the
 * first doubt: a stage that ends, an answer without its nonce, no answer in time.
 */
export class Session<T extends { readonly text: string }> {
  readonly #chain: ProcessChain;
  readonly #events: SessionEvents<T>;
  readonly #limits: SessionLimits;
  readonly #outstanding: Outstanding<T>[] = [];
  #charactersInPipe = 0;
  #sent = 0;
  #isReady = false;
  #isOver = false;
  #isBlocked = false;
  #isDoubted = false;
  #lastProgressMs = performance.now();
  #watch: NodeJS.Timeout | undefined;

  constructor(stages: readonly Stage[], limits: SessionLimits, events: SessionEvents<T>) {
    this.#events = events;
    this.#limits = limits;
    this.#chain = new ProcessChain(stages, {
      answer: (text) => this.#receive(text),
      drain: () => this.#unblock(),
      death: (reason, isByOthers) => this.#end(isByOthers ? 'killed' : 'died', reason),
    });
    this.#write(this.#enqueue('probe', PROBE));
  }

  /** Process ids of the stages, in their order. */
  get pids(): readonly number[] {
    return this.#chain.pids;
  }

  /** Whether more may be sent now. At least one text always fits an empty pipe. */
  get hasRoom(): boolean {
    const isOpen = this.#isReady && !this.#isBlocked && !this.#isDoubted;
    return isOpen && this.#charactersInPipe < this.#limits.windowCharacters;
  }

  /** Takes as many items as there is room for and writes them at once. */
  fill(take: () => T | undefined): void {
    let bytes = '';
    while (this.hasRoom) {
      const item = take();
      if (item === undefined) break;
      bytes += this.#enqueue(item, item.text);
    }
    if (bytes !== '') this.#write(bytes);
  }

  send(item: T): void {
    this.#write(this.#enqueue(item, item.text));
  }

  kill(): void {
    this.#isOver = true;
    clearTimeout(this.#watch);
    this.#chain.kill();
  }

  #enqueue(item: T | 'probe', text: string): string {
    if (this.#outstanding.length === 0) this.#lastProgressMs = performance.now();
    this.#sent += 1;
    const nonce = `n${this.#sent.toString(36)}`;
    this.#outstanding.push({ item, nonce, length: text.length });
    this.#charactersInPipe += text.length;
    return frame(text, nonce);
  }

  #write(bytes: string): void {
    this.#isBlocked = !this.#chain.write(bytes);
    this.#watch ??= setTimeout(() => this.#checkDeadline(), this.#deadlineMs);
  }

  #unblock(): void {
    this.#isBlocked = false;
    if (this.#isReady && !this.#isOver) this.#events.room();
  }

  #receive(answer: string): void {
    if (this.#isOver || this.#isDoubted) return;
    const first = this.#outstanding[0];
    const body = first && unframe(answer, first.nonce);
    if (first === undefined || body === undefined) {
      this.#isDoubted = true;
      this.#chain.dieSoon('an answer did not belong to its text');
      return;
    }
    this.#outstanding.shift();
    this.#charactersInPipe -= first.length;
    this.#lastProgressMs = performance.now();
    if (first.item === 'probe') {
      this.#isReady = true;
      clearTimeout(this.#watch);
      this.#watch = undefined;
      this.#events.ready();
    } else {
      this.#events.answered(first.item, body);
    }
    if (this.#charactersInPipe < this.#limits.windowCharacters / 2) this.#events.room();
  }

  get #deadlineMs(): number {
    return this.#isReady ? this.#limits.answerDeadlineMs : this.#limits.startDeadlineMs;
  }

  #checkDeadline(): void {
    this.#watch = undefined;
    if (this.#outstanding.length === 0) return;
    const remainingMs = this.#lastProgressMs + this.#deadlineMs - performance.now();
    if (remainingMs > 0) {
      this.#watch = setTimeout(() => this.#checkDeadline(), remainingMs);
      return;
    }
    this.#end('hung', `no answer within ${this.#deadlineMs} ms`);
  }

  #end(kind: SessionEnd['kind'], reason: string): void {
    if (this.#isOver) return;
    this.kill();
    const items = this.#outstanding.flatMap(({ item }) => (item === 'probe' ? [] : [item]));
    this.#events.ended({ kind, reason, duringStart: !this.#isReady }, items);
  }
}

import { CircuitBreaker, type BreakerCall } from '@sextant/platform-security/circuit-breaker';
import { compose } from '../routing/composition.js';
import { TargetBuffer, type TargetBufferUses } from './target-buffer.js';
import type { RateLimits } from '../delivery/rate-limits.js';
import { NotComposable, type Outcome, type OutgoingMessage, type Sink } from '../delivery/sink.js';
import type { Delivery } from '../spool/spool.js';
import type { Trace } from '../observability/tracer.js';
import { Verdicts, type VerdictUses } from '../routing/verdicts.js';

export interface TargetWorkerUses extends VerdictUses, Pick<TargetBufferUses, 'spool'> {
  readonly limits: RateLimits;
  readonly trace?: Trace;
}

/** Messages that one coalesced message stands for at most. */
const MAX_COALESCED = 100;
const REFILL_RETRY_MS = 1000;
/** In a row: then nothing is sent for a while (our choice). */
const FAILURES = 5;

/** A message of which some parts have arrived: it goes on there, as long as this process lives. */
interface Unfinished {
  readonly message: OutgoingMessage;
  readonly parts: readonly string[];
  readonly sent: number;
  /** The answer to the first part. */
  readonly reply?: Readonly<Record<string, unknown>>;
  readonly dueMs: number;
  /** What stays busy meanwhile. */
  readonly keys: readonly string[];
}

/** Everything for one target of one sink: its queue, its breaker, its limits. */
export class TargetWorker {
  readonly #buffer: TargetBuffer;
  readonly #breaker: CircuitBreaker;
  readonly #verdicts: Verdicts;
  #unfinished: Unfinished[] = [];
  #timer: NodeJS.Timeout | undefined;
  #inFlight = 0;
  /** Of the clock that nobody can set. */
  #pausedUntilMs = 0;
  #stopped = false;
  #whenIdle: (() => void)[] = [];

  constructor(
    readonly sink: Sink,
    readonly target: string,
    private readonly uses: TargetWorkerUses,
  ) {
    const { baseMs, maxMs } = uses.policy;
    this.#breaker = new CircuitBreaker(uses.clock, {
      failures: FAILURES,
      pauseMs: 2 * baseMs,
      maxPauseMs: maxMs,
      dice: uses.dice ?? Math.random,
    });
    this.#verdicts = new Verdicts(sink, target, uses);
    const place = { sink: sink.name, target };
    this.#buffer = new TargetBuffer(place, {
      spool: uses.spool,
      observer: uses.observer,
      filled: () => this.pump(),
      failed: () => this.#wakeIn(REFILL_RETRY_MS),
    });
  }

  get breakerState() {
    return this.#breaker.state;
  }

  /**
   * Milliseconds for which nothing is sent: the target wants it so, or it is down. 0 while a message is
   * being tried.
   */
  get pausedForMs(): number {
    const breakerMs = this.#breaker.waitMs();
    return Math.max(0, this.#leftMs(), Number.isFinite(breakerMs) ? breakerMs : 0);
  }

  #leftMs(): number {
    return this.#pausedUntilMs - this.uses.clock.monotonicMs();
  }

  /** Deliveries that were just written to the spool. */
  offer(deliveries: readonly Delivery[]): void {
    this.#buffer.offer(deliveries);
    this.pump();
  }

  /** Sends what can be sent now; comes again by itself when more can. */
  pump(): void {
    if (this.#stopped) return;
    this.#buffer.refill();
    while (this.#inFlight < this.sink.concurrency) {
      const waitMs = this.#sendNext();
      if (waitMs === 0) continue;
      if (waitMs !== undefined) this.#wakeIn(waitMs);
      return;
    }
  }

  /** Sends nothing more; resolves when what is out has come back. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    if (this.#inFlight > 0) await new Promise<void>((resolve) => this.#whenIdle.push(resolve));
  }

  /** @returns 0 when something was sent, else milliseconds to wait, or nothing to wait for */
  #sendNext(): number | undefined {
    const { queue } = this.#buffer;
    const nowMs = this.uses.clock.nowMs();
    const heldBackMs = Math.max(this.#breaker.waitMs(), this.#leftMs());
    if (heldBackMs > 0) {
      return queue.length + this.#unfinished.length > 0 ? heldBackMs : undefined;
    }
    const begun = this.#unfinished.find(({ dueMs }) => dueMs <= nowMs);
    const { batch, dueMs } =
      begun === undefined ? queue.pick({ nowMs, ...this.#batchOptions() }) : NOTHING_PICKED;
    if (begun === undefined && batch.length === 0) return this.#idleMs(nowMs, dueMs);
    const limitedMs = this.uses.limits.take(this.sink.limits(this.target));
    if (limitedMs > 0) {
      this.#putBack(keysOf(batch), batch);
      this.#pauseFor(limitedMs);
      return limitedMs;
    }
    this.#begin(begun === undefined ? this.#deliver(batch) : this.#goOn(begun));
    return 0;
  }

  #idleMs(nowMs: number, dueMs: number | undefined): number | undefined {
    const times = [dueMs, ...this.#unfinished.map((item) => item.dueMs)];
    const firstMs = Math.min(...times.filter((time) => time !== undefined));
    return firstMs === Infinity ? undefined : Math.max(1, firstMs - nowMs);
  }

  #begin(work: Promise<void>): void {
    this.#inFlight += 1;
    void work.finally(() => {
      this.#inFlight -= 1;
      if (this.#inFlight === 0) for (const resolve of this.#whenIdle.splice(0)) resolve();
      this.pump();
    });
  }

  #batchOptions(): { readonly limit: number; readonly wholeKeys: boolean } {
    const { chat, batchSize } = this.sink;
    if (chat === undefined) return { limit: batchSize, wholeKeys: batchSize > 1 };
    const isLong = chat.coalesceAbove > 0 && this.#buffer.queue.length > chat.coalesceAbove;
    return isLong ? { limit: MAX_COALESCED, wholeKeys: true } : { limit: 1, wholeKeys: false };
  }

  async #deliver(batch: readonly Delivery[]): Promise<void> {
    const startedMs = this.uses.clock.monotonicMs();
    const { messages, unsent } = compose(this.sink, batch, this.uses.clock.nowMs());
    for (const { delivery, why } of unsent) this.#verdicts.notSent(delivery, why);
    const [first, ...others] = messages;
    const parts = first === undefined ? [] : (this.sink.split?.(first.text) ?? [first.text]);
    if (first !== undefined && others.length === 0 && parts.length > 1) {
      await this.#sendPart({ message: first, parts, sent: 0, dueMs: 0, keys: keysOf(batch) });
      return;
    }
    const outcomes = messages.length === 0 ? [] : await this.#send(messages);
    const seconds = (this.uses.clock.monotonicMs() - startedMs) / 1000;
    const again = messages.flatMap((message, index) =>
      this.#verdicts.settle(message, outcomes[index] ?? NO_ANSWER, seconds),
    );
    this.#putBack(keysOf(batch), again);
  }

  #goOn(begun: Unfinished): Promise<void> {
    this.#unfinished = this.#unfinished.filter((item) => item !== begun);
    return this.#sendPart(begun);
  }

  /** One part counts as one message for the limits; a part that fails is where it goes on. */
  async #sendPart(begun: Unfinished): Promise<void> {
    const { message, parts, sent, reply } = begun;
    const startedMs = this.uses.clock.monotonicMs();
    const part = { ...message, text: parts[sent] ?? '', part: sent };
    const outcomes = await this.#send([reply === undefined ? part : { ...part, reply }]);
    const outcome = outcomes[0] ?? NO_ANSWER;
    const answer = reply ?? (outcome.kind === 'delivered' ? outcome.reply : undefined);
    const answered = answer === undefined ? {} : { reply: answer };
    if (outcome.kind === 'delivered' && sent + 1 < parts.length) {
      this.#unfinished.push({ ...begun, ...answered, sent: sent + 1, dueMs: 0 });
      return;
    }
    const seconds = (this.uses.clock.monotonicMs() - startedMs) / 1000;
    const verdict =
      outcome.kind === 'delivered'
        ? { ...outcome, ...answered }
        : { ...outcome, reason: `part ${sent + 1} of ${parts.length}: ${outcome.reason}` };
    this.#postponed(begun, this.#verdicts.settle(message, verdict, seconds));
  }

  #postponed(begun: Unfinished, again: readonly Delivery[]): void {
    const [first, ...others] = again;
    if (first === undefined || begun.sent === 0) {
      this.#putBack(begun.keys, again);
      return;
    }
    const message: OutgoingMessage = { ...begun.message, deliveries: [first, ...others] };
    const dueMs = Math.max(...again.map(({ notBeforeMs }) => notBeforeMs));
    this.#unfinished.push({ ...begun, message, dueMs });
  }

  async #send(messages: readonly OutgoingMessage[]): Promise<readonly Outcome[]> {
    const call = this.#breaker.begin();
    const outcomes = await this.#try(messages);
    this.#judge(outcomes, call);
    return outcomes;
  }

  async #try(messages: readonly OutgoingMessage[]): Promise<readonly Outcome[]> {
    const span = this.#span(messages);
    const send = () => this.sink.send(this.target, messages);
    try {
      const outcomes = await (span === undefined ? send() : span.run(send));
      span?.end(failureOf(outcomes));
      return outcomes;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      span?.end(reason);
      const isUnsent = error instanceof NotComposable;
      return messages.map(() =>
        isUnsent ? { kind: 'dead', reason, isUnsent } : { kind: 'retry', reason },
      );
    }
  }

  #span(messages: readonly OutgoingMessage[]) {
    const events = messages.flatMap(({ deliveries }) => deliveries.map(({ event }) => event));
    return this.uses.trace?.({
      sink: this.sink.name,
      label: this.sink.label(this.target),
      messages: messages.length,
      causes: events.flatMap(({ traceparent }) => traceparent ?? []),
    });
  }

  /** A target that asked for patience is reached; one that failed altogether is not. */
  #judge(outcomes: readonly Outcome[], call: BreakerCall | undefined): void {
    const retries = outcomes.filter((outcome) => outcome.kind === 'retry');
    const afterMs = Math.max(0, ...retries.map((outcome) => outcome.afterMs ?? 0));
    if (afterMs > 0) {
      // Longer than that nothing is waited for anyway.
      const pauseMs = Math.min(afterMs, Math.max(MIN_PAUSE_MS, this.uses.policy.giveUpAfterMs));
      this.#pauseFor(pauseMs);
    }
    const unsent = outcomes.filter((outcome) => outcome.kind === 'dead' && outcome.isUnsent);
    if (unsent.length === outcomes.length) call?.abandoned();
    else if (retries.length + unsent.length === outcomes.length && afterMs === 0) call?.failed();
    else call?.succeeded();
  }

  #pauseFor(ms: number): void {
    this.#pausedUntilMs = this.uses.clock.monotonicMs() + ms;
  }

  #putBack(keys: readonly string[], again: readonly Delivery[]): void {
    this.#buffer.queue.putBack(again);
    this.#buffer.queue.release(keys);
  }

  #wakeIn(waitMs: number): void {
    clearTimeout(this.#timer);
    if (this.#stopped || !Number.isFinite(waitMs)) return;
    this.#timer = setTimeout(() => this.pump(), Math.min(Math.ceil(waitMs), 60_000));
  }
}

const failureOf = (outcomes: readonly Outcome[]): string | undefined =>
  outcomes.find((outcome) => outcome.kind !== 'delivered')?.reason;

const MIN_PAUSE_MS = 1000;
const NO_ANSWER: Outcome = { kind: 'retry', reason: 'The sink gave no outcome.' };
const NOTHING_PICKED = { batch: [], dueMs: undefined };

const keysOf = (batch: readonly Delivery[]): string[] => batch.map(({ key }) => key);

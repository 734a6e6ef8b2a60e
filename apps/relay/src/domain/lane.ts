import type { Clock } from '@sextant/platform-clock';
import { CircuitBreaker } from './circuit-breaker.js';
import { compose, type Unsent } from './composition.js';
import { asDeadLetter, forwarded } from './forwarding.js';
import { LaneQueue } from './lane-queue.js';
import type { Observer } from './observer.js';
import type { RateLimits } from './rate-limits.js';
import type { Replies } from './replies.js';
import { retryDelayMs, type Dice, type RetryPolicy } from './retry.js';
import type { Settlement } from './settlement.js';
import type { Outcome, OutgoingMessage, Sink } from './sink.js';
import type { Delivery, Spool } from './spool.js';

export interface LaneUses {
  readonly spool: Pick<Spool, 'waiting'>;
  readonly settlement: Settlement;
  readonly replies: Replies;
  readonly limits: RateLimits;
  readonly clock: Clock;
  readonly observer: Observer;
  readonly policy: RetryPolicy;
  /** The sinks there are, for `forward`. */
  readonly sinks: () => readonly Sink[];
  readonly dice?: Dice;
  /** Dead letters are published to it as well. */
  readonly deadLetterTopic?: string | undefined;
}

/** Deliveries of one target in memory; the others wait in the spool. */
const MAX_HELD = 2000;
const MAX_HELD_BYTES = 32 * 1024 * 1024;
const REFILL_BELOW = 500;
/** Read from the spool at a time: few at first, since nobody knows how large they are. */
const FIRST_READ = 50;
/** Messages that one coalesced message stands for at most. */
const MAX_COALESCED = 100;
const REFILL_RETRY_MS = 1000;

/** Everything for one target of one sink: its queue, its breaker, its limits. */
export class Lane {
  readonly #queue = new LaneQueue();
  readonly #breaker: CircuitBreaker;
  #timer: NodeJS.Timeout | undefined;
  #inFlight = 0;
  /** The newest that is or was in memory, and the newest that there is. */
  #lastId = 0;
  #newestId = 0;
  /** The spool has deliveries that are not in memory. */
  #behind = true;
  #refilling = false;
  #readAtOnce = FIRST_READ;
  #pausedUntilMs = 0;
  #stopped = false;
  #whenIdle: (() => void)[] = [];

  constructor(
    readonly sink: Sink,
    readonly target: string,
    private readonly uses: LaneUses,
  ) {
    this.#breaker = new CircuitBreaker(uses.clock, uses.policy, uses.dice);
  }

  get breakerState() {
    return this.#breaker.state;
  }

  /** Deliveries that were just written to the spool. */
  offer(deliveries: readonly Delivery[]): void {
    this.#newestId = deliveries.at(-1)?.id ?? this.#newestId;
    if (this.#behind || this.#isFull(deliveries.length)) this.#behind = true;
    else {
      this.#queue.push(deliveries);
      this.#lastId = deliveries.at(-1)?.id ?? this.#lastId;
    }
    this.pump();
  }

  /** Sends what can be sent now; comes again by itself when more can. */
  pump(): void {
    if (this.#stopped) return;
    this.#refill();
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
    const nowMs = this.uses.clock.nowMs();
    const heldBackMs = Math.max(this.#breaker.waitMs(), this.#pausedUntilMs - nowMs);
    if (heldBackMs > 0) return this.#queue.length > 0 ? heldBackMs : undefined;
    const { batch, dueMs } = this.#queue.pick({ nowMs, ...this.#batchOptions() });
    if (batch.length === 0) return dueMs === undefined ? undefined : Math.max(1, dueMs - nowMs);
    const limitedMs = this.uses.limits.take(this.sink.limits(this.target));
    if (limitedMs > 0) {
      this.#putBack(batch, batch);
      this.#pausedUntilMs = nowMs + limitedMs;
      return limitedMs;
    }
    this.#inFlight += 1;
    void this.#deliver(batch).finally(() => {
      this.#inFlight -= 1;
      if (this.#inFlight === 0) for (const resolve of this.#whenIdle.splice(0)) resolve();
      this.pump();
    });
    return 0;
  }

  #batchOptions(): { readonly limit: number; readonly wholeKeys: boolean } {
    const { chat, batchSize } = this.sink;
    if (chat === undefined) return { limit: batchSize, wholeKeys: batchSize > 1 };
    const isLong = chat.coalesceAbove > 0 && this.#queue.length > chat.coalesceAbove;
    return isLong ? { limit: MAX_COALESCED, wholeKeys: true } : { limit: 1, wholeKeys: false };
  }

  async #deliver(batch: readonly Delivery[]): Promise<void> {
    const startedMs = this.uses.clock.nowMs();
    const { messages, unsent } = compose(this.sink, batch, startedMs);
    for (const { delivery, why } of unsent) this.#notSent(delivery, why);
    const outcomes = messages.length === 0 ? [] : await this.#send(messages);
    const seconds = (this.uses.clock.nowMs() - startedMs) / 1000;
    const again = messages.flatMap((message, index) =>
      this.#settle(message, outcomes[index] ?? NO_ANSWER, seconds),
    );
    this.#judge(outcomes);
    this.#putBack(batch, again);
  }

  async #send(messages: readonly OutgoingMessage[]): Promise<readonly Outcome[]> {
    this.#breaker.sending();
    try {
      return await this.sink.send(this.target, messages);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return messages.map(() => ({ kind: 'retry', reason }));
    }
  }

  #notSent(delivery: Delivery, why: Unsent): void {
    if (why.kind === 'dead') this.#bury(delivery, why.reason);
    else {
      this.uses.settlement.done(delivery.id, delivery.seq);
      this.#tell(why.kind, delivery);
    }
  }

  /** @returns what has to be tried again */
  #settle(message: OutgoingMessage, outcome: Outcome, seconds: number): readonly Delivery[] {
    const [first, ...others] = message.deliveries;
    switch (outcome.kind) {
      case 'delivered':
        for (const { id, seq } of message.deliveries) this.uses.settlement.done(id, seq);
        this.#tell('delivered', first, { seconds });
        for (const other of others) this.#tell('coalesced', other);
        this.#answered(first, outcome.reply);
        return [];
      case 'dead':
        for (const delivery of message.deliveries) this.#bury(delivery, outcome.reason);
        return [];
      case 'retry':
        return this.#retry(message, outcome);
    }
  }

  #answered({ event }: Delivery, reply: Readonly<Record<string, unknown>> | undefined): void {
    if (reply === undefined) return;
    const { sink, target } = this;
    if (sink.remembers === true) {
      const kept = {
        sink: sink.name,
        target,
        key: event.key,
        reply,
        atMs: this.uses.clock.nowMs(),
      };
      this.uses.replies.keep(kept);
      this.uses.settlement.reply(kept);
    }
    const next = forwarded(event, { from: sink, reply, sinks: this.uses.sinks() });
    if (next !== undefined) this.uses.settlement.forward(next);
  }

  /** What went as one message comes again as one: all of it at the same time. */
  #retry(
    { deliveries }: OutgoingMessage,
    { reason, afterMs }: Extract<Outcome, { kind: 'retry' }>,
  ): readonly Delivery[] {
    const { policy, clock, dice } = this.uses;
    const nowMs = clock.nowMs();
    const attempts = Math.max(...deliveries.map((delivery) => delivery.attempts)) + 1;
    const delayMs = retryDelayMs(policy, attempts, {
      ...(afterMs === undefined ? {} : { afterMs }),
      ...(dice === undefined ? {} : { dice }),
    });
    return deliveries.flatMap((delivery) => {
      if (nowMs - delivery.event.receivedMs > policy.giveUpAfterMs) {
        this.#bury(delivery, `given up: ${reason}`);
        return [];
      }
      return [this.#postpone({ ...delivery, attempts, notBeforeMs: nowMs + delayMs }, reason)];
    });
  }

  #postpone(delivery: Delivery, reason: string): Delivery {
    const { id, attempts, notBeforeMs } = delivery;
    this.uses.settlement.retry({ id, attempts, notBeforeMs, error: reason });
    this.#tell('retried', delivery, { reason });
    return delivery;
  }

  #bury(delivery: Delivery, reason: string): void {
    const { id, seq, event, sink, target, attempts } = delivery;
    const atMs = this.uses.clock.nowMs();
    this.uses.settlement.deadLetter({ event, sink, target, reason, attempts, atMs });
    const notice = asDeadLetter(delivery, {
      reason,
      topic: this.uses.deadLetterTopic,
      label: this.sink.label(target),
    });
    if (notice !== undefined) this.uses.settlement.forward(notice);
    this.uses.settlement.done(id, seq);
    this.#tell('dead', delivery, { reason });
  }

  /** A target that asked for patience is reached; one that failed altogether is not. */
  #judge(outcomes: readonly Outcome[]): void {
    if (outcomes.length === 0) return;
    const retries = outcomes.filter((outcome) => outcome.kind === 'retry');
    const afterMs = Math.max(0, ...retries.map((outcome) => outcome.afterMs ?? 0));
    if (afterMs > 0) this.#pausedUntilMs = this.uses.clock.nowMs() + afterMs;
    if (retries.length === outcomes.length && afterMs === 0) this.#breaker.failed();
    else this.#breaker.answered();
  }

  #putBack(batch: readonly Delivery[], again: readonly Delivery[]): void {
    this.#queue.putBack(again);
    this.#queue.release(batch.map(({ key }) => key));
  }

  #tell(
    outcome: Parameters<Observer['delivery']>[0],
    { event }: Delivery,
    more: { readonly reason?: string; readonly seconds?: number } = {},
  ): void {
    const label = this.sink.label(this.target);
    this.uses.observer.delivery(outcome, { sink: this.sink.name, label, event, ...more });
  }

  #wakeIn(waitMs: number): void {
    clearTimeout(this.#timer);
    if (!Number.isFinite(waitMs)) return;
    this.#timer = setTimeout(() => this.pump(), Math.min(Math.ceil(waitMs), 60_000));
  }

  #refill(): void {
    if (!this.#behind || this.#refilling || !this.#wantsMore()) return;
    this.#refilling = true;
    this.#load()
      .then(() => {
        this.#refilling = false;
        this.pump();
      })
      .catch((error: unknown) => {
        this.#refilling = false;
        this.uses.observer.trouble('spool.read_failed', error);
        this.#wakeIn(REFILL_RETRY_MS);
      });
  }

  async #load(): Promise<void> {
    const lane = { sink: this.sink.name, target: this.target };
    const limit = Math.min(this.#readAtOnce, MAX_HELD - this.#queue.length);
    const more = await this.uses.spool.waiting(lane, this.#lastId, limit);
    this.#queue.push(more);
    this.#lastId = more.at(-1)?.id ?? this.#lastId;
    this.#behind = more.length === limit || this.#lastId < this.#newestId;
    const isHeavy = this.#queue.bytes > MAX_HELD_BYTES / 4;
    this.#readAtOnce = isHeavy ? FIRST_READ : Math.min(MAX_HELD, this.#readAtOnce * 2);
  }

  #isFull(more: number): boolean {
    return this.#queue.length + more > MAX_HELD || this.#queue.bytes > MAX_HELD_BYTES;
  }

  #wantsMore(): boolean {
    return this.#queue.length < REFILL_BELOW && this.#queue.bytes < MAX_HELD_BYTES / 2;
  }
}

const NO_ANSWER: Outcome = { kind: 'retry', reason: 'The sink gave no outcome.' };

import type { Clock } from '@sextant/platform-runtime/clock';
import type { Unsent } from './composition.js';
import type { Dedup } from './dedup.js';
import { waitingSinceMs, type RelayEvent } from '../events/event.js';
import { asDeadLetter, forwarded } from './forwarding.js';
import type { Observer } from '../observability/observer.js';
import type { Replies } from '../delivery/replies.js';
import { retryDelayMs, type Dice, type RetryPolicy } from '../delivery/retry.js';
import type { Settlement } from '../delivery/settlement.js';
import type { Outcome, OutgoingMessage, Sink } from '../delivery/sink.js';
import type { Delivery } from '../spool/spool.js';

export interface VerdictUses {
  readonly settlement: Settlement;
  readonly replies: Replies;
  readonly dedup: Pick<Dedup, 'notTold'>;
  readonly clock: Clock;
  readonly observer: Observer;
  readonly policy: RetryPolicy;
  /** The sinks there are, for `forward`. */
  readonly sinks: () => readonly Sink[];
  readonly dice?: Dice;
  /** Dead letters are published to it as well. */
  readonly deadLetterTopic?: string | undefined;
}

/** What follows from the outcomes of one target: notes, other tries, dead letters, forwards. */
export class Verdicts {
  constructor(
    private readonly sink: Sink,
    private readonly target: string,
    private readonly uses: VerdictUses,
  ) {}

  notSent(delivery: Delivery, why: Unsent): void {
    if (why.kind === 'dead') {
      this.bury(delivery, why.reason);
      return;
    }
    if (why.kind === 'stale') this.#notTold(delivery);
    if (why.kind === 'split') this.#split(delivery, why.alerts);
    this.uses.settlement.done(delivery.id, delivery.seq, () => this.#tell(why.kind, delivery));
  }

  /** @returns what has to be tried again */
  settle(message: OutgoingMessage, outcome: Outcome, seconds: number): readonly Delivery[] {
    const [first, ...others] = message.deliveries;
    switch (outcome.kind) {
      case 'delivered':
        for (const { id, seq } of message.deliveries) this.uses.settlement.done(id, seq);
        this.#tell('delivered', first, { seconds });
        for (const other of others) this.#tell('coalesced', other);
        this.#answered(message, outcome.reply);
        return [];
      case 'dead':
        for (const delivery of message.deliveries) this.bury(delivery, outcome.reason);
        return [];
      case 'retry':
        return this.#retry(message, outcome);
    }
  }

  bury(delivery: Delivery, reason: string): void {
    const { id, seq, event, sink, target, attempts } = delivery;
    const nowMs = this.uses.clock.nowMs();
    const letter = { event, sink, target, reason, attempts, atMs: nowMs };
    const notice = asDeadLetter(delivery, {
      reason,
      topic: this.uses.deadLetterTopic,
      label: this.sink.label(target),
      nowMs,
    });
    if (notice !== undefined) this.uses.settlement.forward(notice);
    this.uses.settlement.deadLetter(letter, { id, seq }, () =>
      this.#tell('dead', delivery, { reason }),
    );
    this.#notTold(delivery);
  }

  /** To the same target: routes and selector have looked at the group. */
  #split({ sink, target, event }: Delivery, alerts: readonly RelayEvent[]): void {
    const { settlement, observer, clock } = this.uses;
    const directed = { sinks: [sink], target };
    for (const alert of alerts) {
      settlement.forward({ ...alert, directed, queuedMs: clock.nowMs() }, () =>
        observer.accepted(event.source, [alert]),
      );
    }
  }

  /** The next notice of the same alert is no repeat. */
  #notTold({ event, sink, target }: Delivery): void {
    this.uses.dedup.notTold(event, [sink, target]);
  }

  /** A message that stands for several says so: nobody's later one may replace it alone. */
  #answered({ deliveries }: OutgoingMessage, answer: Reply): void {
    if (answer === undefined) return;
    if (this.sink.remembers === true) this.#remember(deliveries, answer);
    const next = forwarded(deliveries[0].event, {
      from: this.sink,
      reply: answer,
      sinks: this.uses.sinks(),
      nowMs: this.uses.clock.nowMs(),
    });
    if (next !== undefined) this.uses.settlement.forward(next);
  }

  #remember(deliveries: readonly Delivery[], answer: NonNullable<Reply>): void {
    const keys = new Set(deliveries.map(({ event }) => event.key));
    const reply = keys.size === 1 ? answer : { ...answer, members: keys.size };
    const place = { sink: this.sink.name, target: this.target, atMs: this.uses.clock.nowMs() };
    for (const key of keys) {
      const kept = { ...place, key, reply };
      this.uses.replies.keep(kept);
      this.uses.settlement.reply(kept);
    }
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
      const giveUpMs = waitingSinceMs(delivery.event) + policy.giveUpAfterMs;
      if (nowMs > giveUpMs) {
        this.bury(delivery, `given up: ${reason}`);
        return [];
      }
      // However long the target wants to be left alone: one try is due before it is given up.
      const notBeforeMs = Math.min(nowMs + delayMs, giveUpMs + 1);
      return [this.#postpone({ ...delivery, attempts, notBeforeMs }, reason)];
    });
  }

  #postpone(delivery: Delivery, reason: string): Delivery {
    const { id, attempts, notBeforeMs } = delivery;
    this.uses.settlement.retry({ id, attempts, notBeforeMs, error: reason });
    this.#tell('retried', delivery, { reason });
    return delivery;
  }

  #tell(
    outcome: Parameters<Observer['delivery']>[0],
    { event }: Delivery,
    more: { readonly reason?: string; readonly seconds?: number } = {},
  ): void {
    const label = this.sink.label(this.target);
    this.uses.observer.delivery(outcome, { sink: this.sink.name, label, event, ...more });
  }
}

type Reply = Extract<Outcome, { kind: 'delivered' }>['reply'];

import { describe, expect, it } from '@jest/globals';
import { FakeClock } from '@sextant/platform-runtime/clock';
import type { RelayEvent } from '../events/event.js';
import { TargetWorker } from './target-worker.js';
import { RateLimits } from '../delivery/rate-limits.js';
import type { Replies } from '../delivery/replies.js';
import { Settlement } from '../delivery/settlement.js';
import type { Settled } from '../spool/spool.js';
import { NotComposable, type Outcome, type Sink } from '../delivery/sink.js';

const DOWN: Outcome = { kind: 'retry', reason: 'HTTP 503' };
const UP: Outcome = { kind: 'delivered' };
const NOT_COMPOSABLE = new NotComposable('no such date');

/** A worker whose target answers these, one message after the other. Its spool writes nothing before `opened`. */
function fixture(
  answers: readonly (Outcome | Error)[],
  opened: Promise<undefined> = Promise.resolve(undefined),
) {
  const clock = new FakeClock('2026-01-01T00:00:00Z');
  const buried: string[] = [];
  const sent: string[] = [];
  const told: string[] = [];
  const sink: Sink = {
    ...{ name: 'pager', titles: ['Pager'], batchSize: 1, concurrency: 1 },
    targets: () => [''],
    label: () => 'pager',
    limits: () => [],
    render: ({ id }) => id,
    send(_target, [message]) {
      const answer = answers[sent.length] ?? UP;
      sent.push(message?.text ?? '');
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve([answer]);
    },
  };
  const nothing = () => undefined;
  const observer = {
    ...{ accepted: nothing, dropped: nothing, trouble: nothing },
    delivery: (outcome: string) => void told.push(outcome),
  };
  const settle = async ({ deadLetters }: Settled) => {
    await opened;
    buried.push(...deadLetters.map(({ reason }) => reason));
  };
  const settlement = new Settlement({ spool: { settle }, observer, clock, onEvents: nothing });
  const worker = new TargetWorker(sink, '', {
    ...{ clock, limits: new RateLimits(clock), dice: () => 0.5 },
    spool: { waiting: () => Promise.resolve([]) },
    observer,
    policy: { baseMs: 3_600_000, maxMs: 3_600_000, giveUpAfterMs: 86_400_000 },
    settlement,
    replies: {} as Replies,
    dedup: { notTold: nothing },
    sinks: () => [],
  });
  /** Offers so many events, each with a key of its own, and waits until nothing moves any more. */
  const offer = async (count: number) => {
    worker.pump();
    await new Promise((resolve) => setImmediate(resolve));
    for (let number = 1; number <= count; number += 1) {
      const [id, key] = [number, `k${number}`];
      const event = { id: key, key, receivedMs: clock.nowMs() } as RelayEvent;
      const place = { sink: 'pager', target: '', notBeforeMs: 0, attempts: 0 };
      worker.offer([{ ...place, id, seq: id, key, event }]);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { worker, clock, offer, sent, buried, told, settlement };
}

describe('a message that cannot be composed', () => {
  it('is a dead letter with its reason, and no failure of the target', async () => {
    const { worker, offer, sent, buried, settlement } = fixture(
      Array.from({ length: 6 }, () => NOT_COMPOSABLE),
    );

    await offer(7);
    await worker.stop();
    await settlement.flushed();

    expect(buried).toEqual(Array.from({ length: 6 }, () => 'no such date'));
    expect([sent.length, worker.breakerState]).toEqual([7, 'closed']);
  });

  it('is no success of the target either', async () => {
    const { worker, offer } = fixture([DOWN, DOWN, DOWN, DOWN, NOT_COMPOSABLE, DOWN]);

    await offer(6);
    await worker.stop();

    expect(worker.breakerState).toBe('open');
  });

  it('does not close the breaker of a target that is tried again', async () => {
    const { worker, clock, offer, sent } = fixture([
      DOWN,
      DOWN,
      DOWN,
      DOWN,
      DOWN,
      NOT_COMPOSABLE,
      DOWN,
    ]);
    await offer(5);
    clock.advance(2 * 3_600_000);

    await offer(2);
    await worker.stop();

    expect([sent.length, worker.breakerState]).toEqual([7, 'open']);
  });
});

describe('a dead letter', () => {
  it('is told of when it is stored, and not before: a crash would undo it', async () => {
    const opened = Promise.withResolvers<undefined>();
    const { worker, offer, told, settlement } = fixture([NOT_COMPOSABLE], opened.promise);

    await offer(1);
    await worker.stop();
    const early = [...told];
    opened.resolve(undefined);
    await settlement.flushed();

    expect([early, told]).toEqual([[], ['dead']]);
  });
});

import { describe, expect, it } from '@jest/globals';
import { FakeClock } from '@sextant/platform-runtime/clock';
import { compose } from './composition.js';
import { Dedup } from './dedup.js';
import type { RelayEvent, StoredEvent } from '../events/event.js';
import type { Observer } from '../observability/observer.js';
import { Router } from './router.js';
import { Settlement } from '../delivery/settlement.js';
import type { Sink } from '../delivery/sink.js';
import { SpoolRefused, type Delivery, type Routed, type Settled } from '../spool/spool.js';

const START_MS = 1_000_000;

const event = (id: string, more: object = {}): RelayEvent => ({
  ...{ id, source: 'alertmanager', channel: 'c', type: 'T', eventType: 't', key: id },
  ...{ subject: id, time: '2026-01-01T00:00:00Z', receivedMs: START_MS, labels: {} },
  data: { fingerprint: id, status: 'firing', startsAt: 's' },
  ...more,
});

const chat: Sink = {
  ...{ name: 'chat', titles: ['Chat'], batchSize: 1, concurrency: 1 },
  chat: { dedupMs: 300_000, staleMs: 10_000, coalesceAbove: 0 },
  targets: ({ id }) => {
    if (id === 'odd') throw new RangeError('too odd');
    return ['t'];
  },
  label: (target) => target,
  limits: () => [],
  render: ({ id }) => id,
  send: () => Promise.resolve([]),
};

/** A router over a spool that fails as the test says. */
function fixture(fail: (routed: Routed, attempt: number) => Error | undefined) {
  const waiting: StoredEvent[] = [];
  const routed: Routed[] = [];
  const delivered: Delivery[] = [];
  const outcomes: string[] = [];
  let attempt = 0;
  const observer: Observer = {
    accepted: () => undefined,
    dropped: () => undefined,
    delivery: (outcome, where) => void outcomes.push(`${outcome} ${where.event.id}`),
    trouble: () => undefined,
  };
  const clock = new FakeClock('2026-01-01T00:00:00Z');
  const router = new Router({
    ...{ clock, observer, dedup: new Dedup(clock), shared: false },
    routing: () => ({ sinks: new Map([['chat', chat]]), routes: [] }),
    spool: {
      unrouted: (limit) => Promise.resolve(waiting.slice(0, limit)),
      route: (step) => {
        const error = fail(step, (attempt += 1));
        if (error !== undefined) return Promise.reject(error);
        routed.push(step);
        waiting.splice(0, waiting.length, ...waiting.filter(({ seq }) => !step.seqs.includes(seq)));
        return Promise.resolve(step.deliveries.map((_delivery, index) => index + 1));
      },
    },
    deliver: (deliveries) => void delivered.push(...deliveries),
  });
  const run = async (events: readonly RelayEvent[]) => {
    waiting.push(...events.map((some, index) => ({ seq: index + 1, event: some })));
    router.start();
    while (waiting.length > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await router.stop();
  };
  return { router, run, waiting, routed, delivered, outcomes };
}

describe('the router', () => {
  it('does not take for told what could not be written down', async () => {
    const { run, delivered, outcomes } = fixture((_step, attempt) =>
      attempt === 1 ? new Error('disk full') : undefined,
    );

    await run([event('a')]);

    expect(delivered.map(({ event: { id } }) => id)).toEqual(['a']);
    expect(outcomes).toEqual([]);
  });

  it('tells of a repeat in the same batch once', async () => {
    const { run, delivered, outcomes } = fixture(() => undefined);

    await run([event('a'), event('a')]);

    expect([delivered.length, outcomes]).toEqual([1, ['duplicate a']]);
  });

  it('makes a dead letter of what the spool refuses, and goes on with the others', async () => {
    const { run, routed, delivered, outcomes } = fixture(({ deliveries }) =>
      deliveries.some(({ key }) => key === 'bad') ? new SpoolRefused('invalid 0x00') : undefined,
    );

    await run([event('a'), event('bad'), event('b')]);

    expect(delivered.map(({ event: { id } }) => id)).toEqual(['a', 'b']);
    expect(outcomes).toEqual(['dead bad']);
    const letters = routed.flatMap(({ deadLetters }) => deadLetters);
    expect(letters.map(({ event: { id }, reason }) => [id, reason])).toEqual([
      ['bad', 'it could not be routed: invalid 0x00'],
    ]);
  });

  it('makes a dead letter of what a sink cannot look at', async () => {
    const { run, delivered, outcomes } = fixture(() => undefined);

    await run([event('odd'), event('b')]);

    expect(delivered.map(({ event: { id } }) => id)).toEqual(['b']);
    expect(outcomes).toEqual(['dead odd']);
  });

  it('says since when it fails, until it does not', async () => {
    let isDown = true;
    const { router, run } = fixture(() => (isDown ? new Error('down') : undefined));

    const running = run([event('a')]);
    while (router.failingSinceMs === undefined) await new Promise((go) => setTimeout(go, 5));
    isDown = false;
    await running;

    expect(router.failingSinceMs).toBeUndefined();
  });
});

describe('the settlement', () => {
  it('leaves out what the spool refuses, and writes the rest', async () => {
    const written: Settled[] = [];
    const troubles: string[] = [];
    const observer = { trouble: (what: string) => void troubles.push(what) } as unknown as Observer;
    const settlement = new Settlement({
      ...{ observer, clock: new FakeClock('2026-01-01T00:00:00Z'), onEvents: () => undefined },
      spool: {
        settle: (step) => {
          const isBad = step.replies.some(({ key }) => key === 'bad');
          if (isBad) return Promise.reject(new SpoolRefused('index row size'));
          written.push(step);
          return Promise.resolve();
        },
      },
    });
    const reply = { sink: 's', target: 't', reply: {}, atMs: 1 };

    settlement.reply({ ...reply, key: 'bad' });
    settlement.reply({ ...reply, key: 'good' });
    settlement.done(1, 1);
    await settlement.flushed();

    expect(written.flatMap(({ replies }) => replies.map(({ key }) => key))).toEqual(['good']);
    expect(written.flatMap(({ done }) => done)).toEqual([{ id: 1, seq: 1 }]);
    expect(troubles).toEqual(['spool.settle_refused']);
  });
});

describe('what comes in the moment in which a run ends', () => {
  const MOMENTS = [0, 1, 2, 3, 4, 5, 6, 7, 8];
  /** So many steps of promises later. */
  const later = async (steps: number, then: () => void) => {
    for (let step = 0; step < steps; step += 1) await Promise.resolve();
    then();
  };
  const aTurn = () => new Promise((resolve) => setImmediate(resolve));

  it.each(MOMENTS)(
    'is written down by the settlement, %i steps after the last write',
    async (steps) => {
      const written: number[] = [];
      const settlement = new Settlement({
        ...{ observer: {} as Observer, clock: new FakeClock('2026-01-01T00:00:00Z') },
        onEvents: () => undefined,
        spool: {
          settle: ({ done }) => {
            written.push(...done.map(({ id }) => id));
            if (written.length === 1) void later(steps, () => settlement.done(2, 2));
            return Promise.resolve();
          },
        },
      });

      settlement.done(1, 1);
      for (let turn = 0; turn < 5; turn += 1) await aTurn();

      expect(written).toEqual([1, 2]);
    },
  );

  it.each(MOMENTS)('is routed at once, %i steps after the last look', async (steps) => {
    const { router, delivered } = fixture(() => undefined);
    router.start();
    await router.firstLook;

    void later(steps, () => router.offer([{ seq: 1, event: event('a') }]));
    for (let turn = 0; turn < 5; turn += 1) await aTurn();

    expect(delivered.map(({ event: { id } }) => id)).toEqual(['a']);
    await router.stop();
  });
});

describe('an event that nobody offers', () => {
  it('is found at once when it is told of while the spool is being read', async () => {
    const { router, waiting, delivered } = fixture(() => undefined);
    router.start();

    waiting.push({ seq: 1, event: event('a') });
    router.lookAgain();
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));

    expect(delivered.map(({ event: { id } }) => id)).toEqual(['a']);
    await router.stop();
  });
});

describe('compose', () => {
  it('counts the age of a notice from its replay', () => {
    const delivery = (more: object): Delivery => ({
      ...{ id: 1, seq: 1, sink: 'chat', target: 't', key: 'k', notBeforeMs: 0, attempts: 0 },
      event: event('a', more),
    });
    const nowMs = START_MS + 60_000;

    const old = compose(chat, [delivery({})], nowMs);
    const replayed = compose(chat, [delivery({ queuedMs: nowMs - 1 })], nowMs);

    expect(old.unsent.map(({ why }) => why.kind)).toEqual(['stale']);
    expect(replayed.messages).toHaveLength(1);
  });
});

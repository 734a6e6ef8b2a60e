import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { FakeClock } from '@sextant/platform-runtime/clock';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Replies } from '../delivery/replies.js';
import type { Outcome, Sink } from '../delivery/sink.js';
import type { RelayEvent } from '../events/event.js';
import type { Observer } from '../observability/observer.js';
import type { RelayConfig } from '../options/config.js';
import { CurrentConfig } from '../options/current-config.js';
import { SqliteSpool } from '../spool/sqlite-spool.js';
import { Dispatcher } from './dispatcher.js';

const KB = 1024;
const clock = new FakeClock('2026-01-01T00:00:00Z');

const event = (id: string): RelayEvent => ({
  ...{ id, source: 'json', channel: 'c', type: 'T', eventType: 't', key: id, subject: id },
  ...{ time: '2026-01-01T00:00:00Z', receivedMs: clock.nowMs(), labels: {} },
  data: { text: 'x'.repeat(4000) },
});

let folder: string;
let spool: SqliteSpool;
let dispatcher: Dispatcher;
let sent: string[];
let dead: string[];
let answer: () => Promise<readonly Outcome[]>;

const hook: Sink = {
  ...{ name: 'webhook', titles: ['Webhook'], batchSize: 1, concurrency: 1 },
  targets: () => [''],
  label: (target) => target,
  limits: () => [],
  render: ({ id }) => id,
  send: async (_target, [message]) => {
    const outcomes = await answer();
    sent.push(message?.text ?? '');
    return outcomes;
  },
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'spool-'));
  [sent, dead] = [[], []];
  answer = () => Promise.resolve([{ kind: 'delivered' }]);
});

afterEach(async () => {
  await dispatcher.stop();
  await spool.close();
});

const open = async (maxBytes: number) => {
  spool = await SqliteSpool.open(folder, { reserveBytes: 0, maxBytes });
};

/** As many events as the spool takes, or some; each waits for the sinks. */
async function fill(sinks: readonly string[], limit = Infinity): Promise<string[]> {
  const ids: string[] = [];
  const seqs: number[] = [];
  try {
    for (let n = 0; n < limit; n += 1) {
      seqs.push(...(await spool.append([event(`e${n}`)])));
      ids.push(`e${n}`);
    }
  } catch {
    // It is full.
  }
  const base = { target: '', key: 'k', notBeforeMs: 0 };
  const deliveries = seqs.flatMap((seq) => sinks.map((sink) => ({ ...base, seq, sink })));
  await spool.route({ seqs, deliveries, deadLetters: [] });
  return ids;
}

/** With one sink, `webhook`. */
async function start(): Promise<void> {
  const observer: Observer = {
    accepted: () => undefined,
    dropped: () => undefined,
    trouble: () => undefined,
    delivery: (outcome, { event: { id } }) => void (outcome === 'dead' && dead.push(id)),
  };
  const config = new CurrentConfig({ retryMaxSeconds: 1, retrySeconds: 60 } as RelayConfig);
  dispatcher = new Dispatcher(spool, observer, clock, new Replies(spool), config);
  await dispatcher.start({ sinks: new Map([['webhook', hook]]), routes: [] });
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const lateMs = performance.now() + 30_000;
  while (!(await condition())) {
    if (performance.now() > lateMs) throw new Error(`Not so in time: ${condition.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
const waiting = async () =>
  (await spool.sizes()).workers.reduce((sum, worker) => sum + worker.waiting, 0);

describe('what waits for a sink that is gone', () => {
  it('is no dead letter before the other sink has it, in a spool without room for copies', async () => {
    await open(400 * KB);
    const ids = await fill(['old', 'webhook']);
    const opened = Promise.withResolvers<undefined>();
    answer = async () => {
      await opened.promise;
      return [{ kind: 'delivered' }];
    };

    await start();
    await new Promise((resolve) => setTimeout(resolve, 300));
    const { deadLetters: early } = await spool.sizes();
    opened.resolve(undefined);
    await until(async () => (await waiting()) === 0);

    expect(early).toBe(0);
    expect(ids.length).toBeGreaterThan(50);
    expect(sent.toSorted()).toEqual(ids.toSorted());
    expect((await spool.sizes()).deadLetters).toBe(ids.length);
    expect((await spool.space()).usedBytes).toBeLessThan(450 * KB);
  });

  it('is a dead letter at once in a spool with room for copies', async () => {
    await open(4000 * KB);
    answer = () => Promise.resolve([{ kind: 'retry', reason: 'down' }]);
    const ids = await fill(['old', 'webhook'], 25);

    await start();
    await until(() => dead.length === ids.length);

    expect((await spool.sizes()).deadLetters).toBe(ids.length);
    expect(await waiting()).toBe(ids.length);
  });

  it('is told of when it is stored, once, also when that ends in the middle', async () => {
    await open(0);
    const ids = await fill(['old'], 200);

    await start();
    await until(() => dead.length > 0);
    await dispatcher.stop();
    const { deadLetters } = await spool.sizes();
    expect(deadLetters).toBe(dead.length);
    expect(await waiting()).toBe(ids.length - dead.length);

    await start();
    await until(async () => (await waiting()) === 0);

    expect(dead.toSorted()).toEqual(ids.toSorted());
    expect((await spool.sizes()).deadLetters).toBe(ids.length);
  });
});

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FakeClock, randomIds } from '@sextant/platform-runtime/clock';
import { silentLogger } from '@sextant/platform-runtime/logging';
import { openDataSource } from '@sextant/platform-data/postgres';
import { Metrics, startTracing, traceRequest } from '@sextant/platform-runtime/telemetry';
import { testDatabase, type TestDatabase } from '@sextant/platform-testing';
import { isDeepStrictEqual } from 'node:util';
import type { DataSource } from 'typeorm';
import {
  CreateOutbox1763700000001,
  EventRejected,
  Outbox,
  OutboxWorker,
  toEnvelope,
  type EventPublisher,
  type OutgoingEvent,
} from './index.js';

/** A broker in memory that can be made to fail before or after it has stored a batch. */
class MemoryPublisher implements EventPublisher {
  readonly stored: OutgoingEvent[] = [];
  failBefore = 0;
  failAfter = 0;
  refuses: number | undefined;
  delayMs = 2;
  batches = 0;

  async publish(events: readonly OutgoingEvent[]): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, this.delayMs));
    this.batches += 1;
    if (events.some(({ event }) => (event.data as { n: number }).n === this.refuses)) {
      throw new EventRejected('too large');
    }
    if (this.failBefore > 0 && this.failBefore-- > 0) throw new Error('broker is away');
    this.stored.push(...events);
    if (this.failAfter > 0 && this.failAfter-- > 0) throw new Error('answer was lost');
  }

  async close(): Promise<void> {
    return Promise.resolve();
  }
}

const TYPE = 'org.sextant.demo.happened';
const clock = new FakeClock('2026-01-01T00:00:00Z');

let database: TestDatabase;
let source: DataSource;
let outbox: Outbox;
let publisher: MemoryPublisher;
const workers: OutboxWorker[] = [];

beforeAll(async () => {
  database = await testDatabase();
  source = await openDataSource({
    config: { databaseUrl: database.url, databasePoolSize: 8 },
    logger: silentLogger,
    app: 'demo',
    migrations: [CreateOutbox1763700000001],
  });
});

afterAll(async () => {
  await source.destroy();
  await database.drop();
});

beforeEach(async () => {
  await database.query('TRUNCATE outbox RESTART IDENTITY');
  outbox = new Outbox({ source, app: 'demo', clock, ids: randomIds });
  publisher = new MemoryPublisher();
});

afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
});

function worker(options = {}, metrics?: Metrics) {
  const made = new OutboxWorker(
    {
      source,
      outbox,
      publisher,
      clock,
      logger: silentLogger,
      ...(metrics === undefined ? {} : { metrics }),
    },
    { pollMs: 10, ...options },
  );
  workers.push(made);
  return made;
}

async function add(subject: string, n: number): Promise<void> {
  await source.transaction((manager) =>
    outbox.add(manager, 'demo-events', { type: TYPE, subject, data: { n } }),
  );
}

async function published(count: number): Promise<void> {
  for (let round = 0; round < 500 && publisher.stored.length < count; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  while ((await outbox.pending()) > 0) await new Promise((resolve) => setTimeout(resolve, 10));
}

const numbersOf = (subject: string) =>
  publisher.stored
    .filter(({ key }) => key === subject)
    .map(({ event }) => (event.data as { n: number }).n);

describe('an event in its envelope', () => {
  it('names the trace of the request that caused it, and nothing where there is none', async () => {
    const tracing = await startTracing({ service: 'demo', otlpEndpoint: 'http://127.0.0.1:9' });
    const trace = 'f'.repeat(32);
    const headers = { traceparent: `00-${trace}-${'e'.repeat(16)}-01` };
    const happened = { type: TYPE, subject: 'one', data: {} };

    const span = traceRequest({ method: 'POST', path: '/', headers });
    const [caused] = span.run(() => outbox.rows('topic', [happened])).envelopes;
    const [alone] = outbox.rows('topic', [happened]).envelopes;
    await tracing.shutdown();

    expect(caused?.traceparent).toMatch(new RegExp(`^00-${trace}-[0-9a-f]{16}-01$`));
    expect(alone).not.toHaveProperty('traceparent');
  });
});

describe('toEnvelope', () => {
  it('is a CloudEvent 1.0', () => {
    const stamp = { id: 'e1', app: 'demo', nowMs: clock.nowMs() };

    expect(toEnvelope({ type: TYPE, subject: 's1', data: { a: 1 } }, stamp)).toEqual({
      specversion: '1.0',
      id: 'e1',
      source: '/sextant/demo',
      type: TYPE,
      subject: 's1',
      time: '2026-01-01T00:00:00.000Z',
      datacontenttype: 'application/json',
      data: { a: 1 },
    });
  });

  it('refuses an event without a type', () => {
    const stamp = { id: 'e1', app: 'demo', nowMs: 0 };

    expect(() => toEnvelope({ type: '', subject: 's', data: {} }, stamp)).toThrow();
  });
});

/** What was committed is read when no transaction of the server, of others' databases too, is older. */
async function readable(count: number): Promise<void> {
  while ((await outbox.read(undefined, count)).length < count) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

describe('Outbox', () => {
  it('keeps an event if and only if its transaction commits', async () => {
    await source
      .transaction(async (manager) => {
        await outbox.add(manager, 'demo-events', { type: TYPE, subject: 'a', data: {} });
        throw new Error('rolled back');
      })
      .catch(() => undefined);
    await add('b', 1);
    await readable(1);

    const entries = await outbox.read(undefined, 10);

    expect(entries.map(({ key, publishedAt }) => [key, publishedAt])).toEqual([['b', null]]);
  });

  it('is read page by page, without a broker', async () => {
    for (let n = 1; n <= 5; n += 1) await add('a', n);
    await readable(5);

    const first = await outbox.read(undefined, 3);
    const second = await outbox.read(first.at(-1)?.cursor, 3);

    expect([...first, ...second].map(({ event }) => event.data)).toEqual(
      [1, 2, 3, 4, 5].map((n) => ({ n })),
    );
  });
});

describe('a reader', () => {
  it('misses nothing of a transaction that commits after a later one', async () => {
    const runner = source.createQueryRunner();
    await runner.startTransaction();
    await outbox.add(runner.manager, 'demo-events', { type: TYPE, subject: 'slow', data: {} });
    await add('fast', 1);

    const before = await outbox.read(undefined, 10);
    await runner.commitTransaction();
    await runner.release();
    await readable(2);
    const after = await outbox.read(before.at(-1)?.cursor, 10);

    expect([...before, ...after].map(({ key }) => key).sort()).toEqual(['fast', 'slow']);
  });

  it('is told that something is no cursor', async () => {
    await expect(outbox.read("0'; DROP TABLE outbox", 10)).rejects.toMatchObject({ status: 400 });
  });
});

describe('OutboxWorker', () => {
  it('publishes what is there and what comes, at once when woken', async () => {
    await add('a', 1);
    worker({ pollMs: 60_000 }).start();
    await published(1);

    await add('a', 2);
    outbox.wake();
    await published(2);

    expect(numbersOf('a')).toEqual([1, 2]);
  });

  it('keeps the order of each key with three replicas publishing', async () => {
    const subjects = Array.from({ length: 20 }, (_unused, index) => `s${index}`);
    for (const made of [1, 2, 3].map(() => worker({ batchSize: 7 }))) made.start();

    await Promise.all(
      subjects.map(async (subject) => {
        for (let n = 1; n <= 20; n += 1) await add(subject, n);
      }),
    );
    await published(400);

    const inOrder = Array.from({ length: 20 }, (_unused, index) => index + 1);
    expect(publisher.stored).toHaveLength(400);
    for (const subject of subjects) expect(numbersOf(subject)).toEqual(inOrder);
  });

  it('loses nothing while the broker is away', async () => {
    publisher.failBefore = 3;
    await add('a', 1);
    await add('a', 2);

    worker().start();
    await published(2);

    expect(numbersOf('a')).toEqual([1, 2]);
  });

  it('publishes again, in order, when the answer of the broker was lost', async () => {
    publisher.failAfter = 1;
    await add('a', 1);
    await add('a', 2);

    worker().start();
    await published(4);

    expect(numbersOf('a')).toEqual([1, 2, 1, 2]);
  });

  it('sets an event aside that the broker refuses for good, and publishes the rest in order', async () => {
    publisher.refuses = 2;
    for (let n = 1; n <= 4; n += 1) await add('a', n);

    worker().start();
    await published(3);

    expect(numbersOf('a')).toEqual([1, 3, 4]);
    await readable(4);
    const entries = await outbox.read(undefined, 10);
    expect(entries.map(({ rejection }) => rejection)).toEqual([null, 'too large', null, null]);
  });

  it('stops after the batch in flight', async () => {
    publisher.delayMs = 100;
    for (let n = 0; n < 16; n += 1) await add(`s${n}`, n);
    const stopping = worker();
    stopping.start();
    while (publisher.stored.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));

    await stopping.stop();

    expect(publisher.batches).toBeLessThan(3);
  });

  it('goes on when the database ends its sessions', async () => {
    worker().start();
    await database.disconnectAll();

    await add('a', 1).catch(() => add('a', 1));
    await published(1);

    expect(numbersOf('a')).toEqual([1]);
  });

  it('sweeps what was published longer ago than it is kept', async () => {
    await add('a', 1);
    worker({ retentionDays: 1 }).start();
    await published(1);
    await workers.splice(0)[0]?.stop();
    clock.advance(2 * 86_400_000);
    await add('a', 2);

    worker({ retentionDays: 1 }).start();
    await published(2);
    const numbers = async () => (await outbox.read(undefined, 10)).map(({ event }) => event.data);
    while (!isDeepStrictEqual(await numbers(), [{ n: 2 }])) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }

    expect(await numbers()).toEqual([{ n: 2 }]);
  });

  it('goes on sweeping when the clock was years ahead for a while', async () => {
    const YEAR_MS = 365 * 86_400_000;
    const sweeps: Date[] = [];
    outbox.sweep = (before) => Promise.resolve(sweeps.push(before) * 0);
    const sweptOften = async (count: number) => {
      for (let round = 0; round < 500 && sweeps.length < count; round += 1) {
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      expect(sweeps.length).toBeGreaterThanOrEqual(count);
    };
    clock.set(10 * YEAR_MS);
    worker().start();
    await sweptOften(1);

    clock.set(-10 * YEAR_MS);
    clock.advance(3_600_000);

    await sweptOften(2);
    expect(sweeps[1]?.getTime()).toBeLessThan(clock.nowMs());
  });
});

describe('the metrics of a worker', () => {
  const valuesOf = async (metrics: Metrics) => {
    const page = await metrics.registry.metrics();
    const valueOf = (name: string) =>
      new RegExp(`^${name}\\{[^}]*\\} (\\S+)$`, 'm').exec(page)?.[1];
    return {
      pending: valueOf('outbox_pending_events'),
      oldest: valueOf('outbox_oldest_pending_seconds'),
      published: valueOf('outbox_published_total'),
      rejected: valueOf('outbox_rejected_total'),
    };
  };

  it('tell how much waits and for how long, and what was published and refused', async () => {
    const metrics = new Metrics('demo');
    publisher.refuses = 2;
    const made = worker({}, metrics);

    const empty = await valuesOf(metrics);
    await source.transaction(async (manager) => {
      for (const n of [1, 2, 3]) {
        await outbox.add(manager, 'things', { type: TYPE, subject: 'a', data: { n } });
      }
    });
    await database.query(`UPDATE outbox SET created_at = now() - interval '90 seconds'`);
    const before = await valuesOf(metrics);
    await made.publishOnce();

    expect(empty).toEqual({ pending: '0', oldest: '0', published: '0', rejected: '0' });
    expect(before.pending).toBe('3');
    expect(Number(before.oldest)).toBeGreaterThanOrEqual(90);
    expect(await valuesOf(metrics)).toEqual({
      pending: '0',
      oldest: '0',
      published: '2',
      rejected: '1',
    });
  });

  it('show no age that nobody has measured, while the database is away', async () => {
    const metrics = new Metrics('demo');
    const away = await openDataSource({
      config: { databaseUrl: database.url, databasePoolSize: 1 },
      logger: silentLogger,
      app: 'demo',
      migrations: [CreateOutbox1763700000001],
    });
    workers.push(
      new OutboxWorker({ source: away, outbox, publisher, clock, logger: silentLogger, metrics }),
    );
    await away.destroy();

    const { pending, oldest, published } = await valuesOf(metrics);

    expect({ pending, oldest, published }).toEqual({
      pending: undefined,
      oldest: undefined,
      published: '0',
    });
  });
});

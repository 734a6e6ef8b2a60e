import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { silentLogger } from '@sextant/platform-runtime/logging';
import { testDatabase, type TestDatabase } from '@sextant/platform-testing';
import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RelayEvent } from '../events/event.js';
import { SpoolClosed, SpoolRefused, type Settled, type Spool } from './spool.js';
import { PostgresSpool } from './postgres-spool.js';
import { SqliteSpool } from './sqlite-spool.js';

const event = (id: string): RelayEvent => ({
  id,
  source: 'json',
  channel: 'c',
  type: 'T',
  eventType: 't',
  key: id,
  subject: id,
  time: '2026-01-01T00:00:00Z',
  receivedMs: 1000,
  labels: {},
  data: { odd: 'é \u0000 " \u2028 🔥' },
});
const settled = (some: Partial<Settled>): Settled => ({
  ...{ done: [], retries: [], deadLetters: [], replies: [], events: [] },
  ...some,
});
const worker = { sink: 's', target: 't' };

let database: TestDatabase;
let folder: string;
let spool: Spool;

beforeAll(async () => {
  database = await testDatabase();
});

afterAll(() => database.drop());

describe.each(['SQLite', 'PostgreSQL'])('the spool in %s', (kind) => {
  const open = (): Promise<Spool> =>
    kind === 'SQLite'
      ? SqliteSpool.open(folder)
      : PostgresSpool.open({ databaseUrl: database.url, databasePoolSize: 4 }, silentLogger);

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'spool-'));
    spool = await open();
    if (kind === 'PostgreSQL') {
      await database.query(
        'TRUNCATE spool_events, spool_deliveries, spool_dead_letters, spool_replies RESTART IDENTITY',
      );
    }
  });

  afterEach(() => spool.close());

  /** Two events, the first for two targets, the second for one. */
  async function routed() {
    const seqs = await spool.append([event('a'), event('b'), event('nobody')]);
    const [a = 0, b = 0] = seqs;
    const base = { sink: 's', key: 'k', notBeforeMs: 5 };
    const ids = await spool.route({
      seqs,
      deliveries: [
        { ...base, seq: a, target: 't' },
        { ...base, seq: a, target: 'u' },
        { ...base, seq: b, target: 't' },
      ],
      deadLetters: [],
    });
    return { seqs, ids };
  }

  it('gives events back in order until they are routed, as they were', async () => {
    const seqs = await spool.append([event('a'), event('b')]);

    const found = await spool.unrouted(10);

    expect(found.map(({ seq }) => seq)).toEqual(seqs);
    expect(found.map(({ event: { id } }) => id)).toEqual(['a', 'b']);
    expect(found[0]?.event).toEqual(event('a'));
    expect(await spool.unrouted(1)).toHaveLength(1);
  });

  it('gives the deliveries of a target in order, after an id', async () => {
    const { seqs, ids } = await routed();

    const all = await spool.waiting(worker, 0, 10);
    const later = await spool.waiting(worker, ids[0] ?? 0, 10);

    expect(await spool.unrouted(10)).toEqual([]);
    expect(all.map(({ id }) => id)).toEqual([ids[0], ids[2]]);
    expect(all[0]).toEqual({
      ...{ id: ids[0], seq: seqs[0], sink: 's', target: 't', key: 'k' },
      ...{ notBeforeMs: 5, attempts: 0, event: event('a'), pending: 2 },
    });
    expect(later.map(({ event: { id } }) => id)).toEqual(['b']);
    expect((await spool.sizes()).workers).toEqual([
      { sink: 's', target: 't', waiting: 2, oldestMs: 1000 },
      { sink: 's', target: 'u', waiting: 1, oldestMs: 1000 },
    ]);
  });

  it('keeps an event until its last delivery is done, and nothing after', async () => {
    const { seqs, ids } = await routed();
    const done = (...places: number[]) => ({
      done: places.map((place) => ({ id: ids[place] ?? 0, seq: seqs[place === 2 ? 1 : 0] ?? 0 })),
    });

    await spool.settle(settled(done(0)));
    expect(await spool.waiting({ sink: 's', target: 'u' }, 0, 10)).toHaveLength(1);
    await spool.settle(settled(done(1, 2)));

    expect(await spool.sizes()).toEqual({ unrouted: 0, deadLetters: 0, workers: [] });
    const [again] = await spool.append([event('c')]);
    expect(again).toBeGreaterThan(seqs.at(-1) ?? 0);
  });

  it('remembers tries', async () => {
    const { ids } = await routed();

    await spool.settle(
      settled({ retries: [{ id: ids[0] ?? 0, attempts: 3, notBeforeMs: 77, error: 'x\0y' }] }),
    );

    expect((await spool.waiting(worker, 0, 1))[0]).toMatchObject({ attempts: 3, notBeforeMs: 77 });
  });

  it('queues dead letters again, for their sink and target', async () => {
    const letter = { event: event('d'), sink: 's', target: 't', reason: 'r', attempts: 2, atMs: 9 };
    await spool.settle(settled({ deadLetters: [letter, letter, letter] }));
    const [newest] = await spool.deadLetters({ limit: 10 });

    expect(newest).toMatchObject(letter);
    expect(await spool.deadLetters({ limit: 10, beforeId: 3 })).toHaveLength(2);
    expect(await spool.removeDeadLetters([3, 99])).toBe(1);
    expect(await spool.replay([1], 5000)).toBe(1);
    expect(await spool.replay('all', 5000)).toBe(1);
    expect(await spool.replay('all', 5000)).toBe(0);
    expect((await spool.unrouted(10)).map(({ event: { directed } }) => directed)).toEqual([
      { sinks: ['s'], target: 't' },
      { sinks: ['s'], target: 't' },
    ]);
    expect((await spool.unrouted(1))[0]?.event.queuedMs).toBe(5000);
  });

  it('holds what no index and no text of a database would', async () => {
    const long = randomBytes(6000).toString('hex');
    const [seq = 0] = await spool.append([event('a')]);
    const target = `https://x/${long}`;
    const key = `NUL \0 ${long}`;

    const [id = 0] = await spool.route({
      seqs: [seq],
      deliveries: [{ seq, sink: 's', target, key, notBeforeMs: 0 }],
      deadLetters: [],
    });
    const [found] = await spool.waiting({ sink: 's', target }, 0, 10);
    await spool.settle(
      settled({
        done: [{ id, seq }],
        replies: [{ sink: 's', target, key, reply: { ts: '1' }, atMs: 1 }],
      }),
    );

    expect(found?.target).toBe(target);
    expect((await spool.reply({ sink: 's', target }, key))?.reply).toEqual({ ts: '1' });
    expect((await spool.sizes()).workers).toEqual([]);
  });

  it('keeps replies, the newest of a key', async () => {
    const reply = { ...worker, key: 'k', reply: { ts: '1' }, atMs: 1000 };

    await spool.settle(settled({ replies: [reply] }));
    await spool.settle(settled({ replies: [{ ...reply, reply: { ts: '2' } }] }));

    expect((await spool.reply(worker, 'k'))?.reply).toEqual({ ts: '2' });
    expect(await spool.reply(worker, 'other')).toBeUndefined();
  });

  it('finds what is due of a sink, the newest first, some at a time', async () => {
    const kept = [{ dueMs: 5 }, { dueMs: 7 }, { dueMs: 8 }, { dueMs: null }, {}].map(
      (reply, index) => ({ ...worker, key: `k${index}`, reply: { index, ...reply }, atMs: index }),
    );
    const other = { ...worker, sink: 'other', key: 'k', reply: { dueMs: 1 }, atMs: 9 };
    await spool.settle(settled({ replies: [...kept, other] }));
    const found = async (nowMs: number, limit: number) =>
      (await spool.due(worker.sink, nowMs, limit)).map(({ index }) => index);

    expect(await found(7, 10)).toEqual([1, 0]);
    expect(await found(7, 1)).toEqual([1]);
    expect(await found(4, 10)).toEqual([]);
  });

  it('finds what is due, whatever senders have put into it', async () => {
    const deep = Array.from({ length: 1500 }).reduce<unknown>((inner) => [inner], []);
    const odd = { dueMs: 5, event: { nul: '\u0000', half: '\ud800', dueMs: 9, deep } };
    const replies = [
      { ...worker, key: 'odd', reply: odd, atMs: 1 },
      { ...worker, key: 'plain', reply: { dueMs: 6 }, atMs: 2 },
    ];

    await spool.settle(settled({ replies }));

    expect(await spool.due(worker.sink, 7, 10)).toEqual([{ dueMs: 6 }, odd]);
  });

  it('knows what waits at every moment, also when it was closed and opened again', async () => {
    const letter = { event: event('d'), sink: 's', target: 't', reason: 'r', attempts: 2, atMs: 9 };
    const { seqs, ids } = await routed();
    const waits = (t: number, u: number) => [
      { sink: 's', target: 't', waiting: t, oldestMs: 1000 },
      { sink: 's', target: 'u', waiting: u, oldestMs: 1000 },
    ];

    await spool.append([event('late')]);
    expect(await spool.sizes()).toEqual({ unrouted: 1, deadLetters: 0, workers: waits(2, 1) });
    const done = [{ id: ids[0] ?? 0, seq: seqs[0] ?? 0 }];
    await spool.settle(settled({ done, deadLetters: [letter, letter], events: [event('own')] }));
    expect(await spool.sizes()).toEqual({ unrouted: 2, deadLetters: 2, workers: waits(1, 1) });

    await spool.close();
    spool = await open();
    expect(await spool.sizes()).toEqual({ unrouted: 2, deadLetters: 2, workers: waits(1, 1) });
    await spool.replay('all', 5000);
    expect(await spool.sizes()).toEqual({ unrouted: 4, deadLetters: 0, workers: waits(1, 1) });
  });

  it('has everything after it was closed and opened again', async () => {
    await routed();
    await spool.append([event('late')]);
    await spool.close();

    spool = await open();

    expect(await spool.waiting(worker, 0, 10)).toHaveLength(2);
    expect((await spool.unrouted(10)).map(({ event: { id } }) => id)).toEqual(['late']);
  });
});

describe('the spool in PostgreSQL', () => {
  const open = () =>
    PostgresSpool.open({ databaseUrl: database.url, databasePoolSize: 4 }, silentLogger);

  it('lets one replica deliver, and the next one when that ends', async () => {
    const [first, second] = [await open(), await open()];
    await first.lead(() => undefined);
    let isSecond = false;
    const waiting = second.lead(() => undefined).then(() => (isSecond = true));

    await second.append([event('x')]);
    expect(isSecond).toBe(false);
    await first.close();
    await waiting;

    expect(isSecond).toBe(true);
    await second.close();
  });

  it('tells what it will never take from an outage', async () => {
    const only = await open();
    const seqs = await only.append([event('x')]);
    const delivery = { seq: seqs[0] ?? 0, sink: 'NUL \0', target: '', key: '', notBeforeMs: 0 };
    const plan = { seqs, deliveries: [delivery], deadLetters: [] };

    await expect(only.route(plan)).rejects.toBeInstanceOf(SpoolRefused);
    await only.close();

    await expect(only.route(plan)).rejects.toBeInstanceOf(SpoolClosed);
  });

  it('tells the one that delivers when its session is gone', async () => {
    const only = await open();
    const lost = new Promise<void>(
      (resolve) => void only.lead(resolve).then(() => database.disconnectAll()),
    );

    await lost;

    await only.close();
  });
});

describe('the spool in PostgreSQL', () => {
  it('finds what is due in tables of an earlier version', async () => {
    const options = { databaseUrl: database.url, databasePoolSize: 4 };
    const before = await PostgresSpool.open(options, silentLogger);
    await before.close();
    await database.query(`
      DELETE FROM migrations WHERE name ~ '^(Due|Fill)SpoolReplies';
      DROP FUNCTION fill_spool_reply() CASCADE;
      DROP FUNCTION spool_reply_due_ms(text, text);
      TRUNCATE spool_replies;
      ALTER TABLE spool_replies DROP COLUMN due_ms;
      CREATE INDEX spool_replies_sink ON spool_replies (sink);
      INSERT INTO spool_replies (hash, sink, reply, at_ms) VALUES
        ('a', 'escalations', '{"policy":"p","dueMs":5,"event":{"data":{"dueMs":3,"nul":"\\u0000"}}}', 1),
        ('b', 'escalations', '{"policy":"p","dueMs":null,"step":1}', 2),
        ('c', 'actions', '{"key":"k","event":{"data":{"dueMs":3}},"dueMs":0}', 3),
        ('d', 'actions', '{"key":"l","dueMs":null}', 4)`);

    const after = await PostgresSpool.open(options, silentLogger);
    const [escalations, actions] = [
      await after.due('escalations', 7, 10),
      await after.due('actions', 7, 10),
    ];
    await after.close();

    expect(escalations).toMatchObject([{ dueMs: 5 }]);
    expect(actions).toMatchObject([{ key: 'k' }]);
  });

  it('finds what an earlier version writes beside this one, and not what that one has ended', async () => {
    const options = { databaseUrl: database.url, databasePoolSize: 4 };
    const spool = await PostgresSpool.open(options, silentLogger);
    const asEarlier = (hash: string, sink: string, reply: string) =>
      database.query(
        `INSERT INTO spool_replies (hash, sink, reply, at_ms) VALUES ($1, $2, $3, $4)
         ON CONFLICT (hash) DO UPDATE SET reply = excluded.reply, at_ms = excluded.at_ms`,
        [hash, sink, reply, Date.now()],
      );
    await database.query('TRUNCATE spool_replies');

    await asEarlier(
      'a',
      'escalations',
      '{"policy":"p \\"dueMs\\":1,","sinceMs":1,"dueMs":5,"step":0}',
    );
    await asEarlier('b', 'escalations', '{"policy":"over","dueMs":6,"step":1,"event":{}}');
    await asEarlier('b', 'escalations', '{"policy":"over","step":1,"dueMs":null}');
    await asEarlier('c', 'escalations', '{"policy":"q","dueMs":null,"event":{"dueMs":3}}');
    await asEarlier('d', 'actions', '{"key":"k","event":{"data":{"dueMs":3}},"dueMs":0}');
    const worker = { sink: 'escalations', target: 'r' };
    const reply = { policy: 'r', dueMs: 4, event: { dueMs: 3 } };
    const put = (dueMs: number | null) =>
      spool.settle({
        ...{ done: [], retries: [], deadLetters: [], events: [] },
        replies: [{ ...worker, key: 'e', reply: { ...reply, dueMs }, atMs: Date.now() }],
      });
    await put(4);
    const between = await spool.due('escalations', 7, 10);
    await put(null);
    const due = await spool.due('escalations', 7, 10);
    const actions = await spool.due('actions', 7, 10);
    await spool.close();

    expect(between.map(({ dueMs }) => dueMs).sort()).toEqual([4, 5]);
    expect(due).toMatchObject([{ dueMs: 5 }]);
    expect(actions).toMatchObject([{ key: 'k' }]);
  });
});

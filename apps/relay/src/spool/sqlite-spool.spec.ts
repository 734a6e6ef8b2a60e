import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testDatabase, type TestDatabase } from '@sextant/platform-testing';
import { mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { RelayEvent } from '../events/event.js';
import { SpoolClosed } from './spool.js';
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

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});

afterAll(() => database.drop());

describe('the spool in SQLite', () => {
  it('belongs to one process, and to its user only', async () => {
    const own = mkdtempSync(join(tmpdir(), 'spool-'));
    const first = await SqliteSpool.open(own);

    await expect(SqliteSpool.open(own)).rejects.toThrow('locked');
    await first.append([event('a')]);
    for (const file of readdirSync(own)) expect(statSync(join(own, file)).mode & 0o777).toBe(0o600);
    expect(readdirSync(own).sort()).toEqual(['spool.sqlite', 'spool.sqlite-wal']);

    await first.close();
  });

  it('counts nothing that was rolled back', async () => {
    const own = mkdtempSync(join(tmpdir(), 'spool-'));
    const spool = await SqliteSpool.open(own);
    const [seq = 0] = await spool.append([event('a')]);
    const delivery = { seq, sink: 's', target: 't', key: 'k', notBeforeMs: 0 };
    const wrong = { ...delivery, key: undefined as unknown as string };

    await expect(
      spool.route({ seqs: [seq], deliveries: [delivery, wrong], deadLetters: [] }),
    ).rejects.toThrow();

    expect(await spool.sizes()).toEqual({ unrouted: 1, deadLetters: 0, workers: [] });
    await spool.close();
  });

  it('finds what is due in a file of an earlier version', async () => {
    const own = mkdtempSync(join(tmpdir(), 'spool-'));
    const earlier = new DatabaseSync(join(own, 'spool.sqlite'));
    earlier.exec(`CREATE TABLE replies (
      sink TEXT NOT NULL, target TEXT NOT NULL, key TEXT NOT NULL, reply TEXT NOT NULL,
      at_ms INTEGER NOT NULL, PRIMARY KEY (sink, target, key)) WITHOUT ROWID`);
    const insert = earlier.prepare("INSERT INTO replies VALUES ('s', 't', ?, ?, 1)");
    const replies = ['{"dueMs":5}', '{"dueMs":null}', '{"ts":"1"}', 'damaged', '{"dueMs":8}'];
    for (const reply of replies) insert.run(reply, reply);
    earlier.close();

    const spool = await SqliteSpool.open(own);

    expect(await spool.due('s', 7, 10)).toEqual([{ dueMs: 5 }]);
    await spool.close();
    const again = await SqliteSpool.open(own);
    expect(await again.due('s', 9, 10)).toHaveLength(2);
    await again.close();
  });

  it('takes no more than it may, and goes on when it holds less', async () => {
    const own = mkdtempSync(join(tmpdir(), 'spool-'));
    const small = await SqliteSpool.open(own, { reserveBytes: 65_536, maxBytes: 200_000 });
    const seqs: number[] = [];
    const fill = async () => {
      for (;;)
        seqs.push(...(await small.append([{ ...event('a'), data: { text: 'x'.repeat(4000) } }])));
    };

    await expect(fill()).rejects.toThrow(/^the spool holds \d+ bytes, and may hold 200000$/);
    const full = await small.space();
    await small.route({ seqs, deliveries: [], deadLetters: [] });

    expect(seqs.length).toBeGreaterThan(20);
    expect(full).toMatchObject({ refusal: expect.any(String) });
    expect(full.usedBytes).toBeLessThan(220_000);
    expect(await small.append([event('b')])).toHaveLength(1);
    await small.close();
  });

  it('takes nothing on while it cannot keep space of the disk, and goes on when it can', async () => {
    const own = mkdtempSync(join(tmpdir(), 'spool-'));
    const reserve = join(own, 'spool.sqlite-reserve');
    // As on a disk that has no room for another file: it cannot be made.
    symlinkSync(join(own, 'missing', 'file'), reserve);
    const spool = await SqliteSpool.open(own, { reserveBytes: 65_536, maxBytes: 0 });
    const refusal = 'the reserve of the spool is not held';

    expect((await spool.space()).refusal).toContain(refusal);
    await expect(spool.append([event('a')])).rejects.toThrow(refusal);
    rmSync(reserve);
    while ((await spool.space()).refusal !== undefined)
      await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await spool.append([event('a')])).toEqual([1]);
    expect(statSync(reserve).size).toBe(65_536);
    await spool.close();
  });

  it('keeps space of the disk, and needs none of it when it is closed', async () => {
    const own = mkdtempSync(join(tmpdir(), 'spool-'));
    const limits = { reserveBytes: 3_000_000, maxBytes: 0 };
    await (await SqliteSpool.open(own, limits)).close();
    const again = await SqliteSpool.open(own, limits);

    expect(statSync(join(own, 'spool.sqlite-reserve')).size).toBe(3_000_000);
    expect((await again.space()).refusal).toBeUndefined();
    await again.close();
    await expect(again.append([event('a')])).rejects.toBeInstanceOf(SpoolClosed);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FakeClock, randomIds } from '@sextant/platform-runtime/clock';
import { Outbox } from '@sextant/platform-events';
import { migrated, testDatabase, type TestDatabase } from '@sextant/platform-testing';
import { DataSource } from 'typeorm';
import { authServer } from '../../src/app.js';
import type { AuditRecord } from '../../src/audit/journal.js';
import { PostgresFailureCounts } from '../../src/audit/postgres-failure-counts.js';
import { PostgresJournal } from '../../src/audit/postgres-journal.js';

const HOUR_MS = 3_600_000;

let database: TestDatabase;
let source: DataSource;
const clock = new FakeClock('2026-11-24T10:10:00.000Z');

beforeAll(async () => {
  database = await testDatabase(migrated(authServer));
  source = await new DataSource({ type: 'postgres', url: database.url }).initialize();
});
afterAll(async () => {
  await source.destroy();
  await database.drop();
});

const newJournal = (): PostgresJournal =>
  new PostgresJournal(
    source,
    new Outbox({ source, app: 'auth-server', clock, ids: randomIds }),
    clock,
    new PostgresFailureCounts(source),
  );

describe('failed sign-ins', () => {
  let journal: PostgresJournal;
  beforeAll(() => {
    journal = newJournal();
  });
  const fail = (subject: string, ip: string, locked = false) =>
    journal.record({ type: 'login.failed', actor: subject, subject, ip, details: { locked } });
  const told = async (): Promise<unknown[]> =>
    (await journal.list({ limit: 100, type: 'login.failed' }))
      .toReversed()
      .map(({ subject, ip, details }: AuditRecord) => [subject, ip, details]);

  beforeEach(async () => {
    await journal.sumUpFailures(new Date(clock.nowMs() + 2 * HOUR_MS));
    clock.advance(24 * HOUR_MS);
  });

  it('have one record at once and one when the hour is over, for each address and account', async () => {
    const before = (await told()).length;
    for (let times = 0; times < 5; times += 1) await fail('ada', '192.0.2.1', times === 4);
    await fail('ada', '192.0.2.2');
    await fail('unknown', '192.0.2.1');
    const atOnce = (await told()).slice(before);
    await journal.sumUpFailures(new Date(clock.nowMs()));
    const withinTheHour = (await told()).slice(before);
    await journal.sumUpFailures(new Date(clock.nowMs() + HOUR_MS));
    await journal.sumUpFailures(new Date(clock.nowMs() + HOUR_MS));

    const first = { locked: false };
    expect(atOnce).toEqual([
      ['ada', '192.0.2.1', first],
      ['ada', '192.0.2.2', first],
      ['unknown', '192.0.2.1', first],
    ]);
    expect(withinTheHour).toEqual(atOnce);
    const since = expect.stringContaining(':00:00');
    expect((await told()).slice(before)).toEqual([
      ...atOnce,
      ['ada', '192.0.2.1', { attempts: 4, locked: 1, since }],
    ]);
  });

  it('are one place for a whole network of IPv6', async () => {
    const before = (await told()).length;
    for (let last = 1; last <= 20; last += 1) await fail('ada', `2001:db8::${last}`);

    expect((await told()).slice(before)).toHaveLength(1);
  });

  it('are counted by day, those too that have no record yet', async () => {
    for (let times = 0; times < 5; times += 1) await fail('grace', '192.0.2.1');
    const day = new Date(Math.floor(clock.nowMs() / 86_400_000) * 86_400_000);
    const failed = async () => (await journal.signInsPerDay(day)).map((one) => one.failed);

    expect(await failed()).toEqual([5]);
    await journal.sumUpFailures(new Date(clock.nowMs() + HOUR_MS));
    expect(await failed()).toEqual([5]);
  });
});

describe('old records', () => {
  const write = (days: number) =>
    source.query(
      `INSERT INTO audit_record (at, type, actor, subject, details)
       VALUES (now() - make_interval(days => $1), 'user.created', $2, 'old', '{}')`,
      [days, `${days}`],
    );
  const left = async () =>
    (
      await source.query<{ actor: string }[]>(
        `SELECT actor FROM audit_record WHERE subject = 'old' ORDER BY sequence`,
      )
    ).map(({ actor }) => actor);

  it('are removed after the days for which they are kept, and stay without such a setting', async () => {
    for (const days of [500, 401, 399, 1]) await write(days);

    expect(await newJournal().removeOld(new Date(), 0)).toBe(0);
    expect(await newJournal().removeOld(new Date(), 400)).toBe(2);
    expect(await left()).toEqual(['399', '1']);
  });

  it('are removed behind records that are dated ahead of the clock', async () => {
    await source.query(
      `INSERT INTO audit_record (at, type, actor, subject, details)
       SELECT now() + interval '1 year', 'user.created', 'ahead', 'ahead', '{}'
       FROM generate_series(1, 5001)`,
    );
    await write(450);

    expect(await newJournal().removeOld(new Date(), 400)).toBe(1);
    expect(await left()).not.toContain('450');
  });

  it.each([
    'DELETE FROM audit_record',
    `WITH kept AS (SELECT set_config('auth_server.audit_retention_days', '400', true)), gone AS
       (DELETE FROM audit_record WHERE subject = 'old' RETURNING 1) SELECT * FROM kept, gone`,
    'UPDATE audit_record SET actor = NULL',
    'TRUNCATE audit_record',
  ])('are removed by nothing else: %s', async (statement) => {
    await write(2);

    await expect(source.query(statement)).rejects.toThrow('append-only');
  });
});

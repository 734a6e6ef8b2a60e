import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { secureRandom } from '@sextant/platform-runtime/clock';
import { testDatabase, type TestDatabase } from '@sextant/platform-testing';
import mongoose, { type Connection } from 'mongoose';
import { newCreationId } from '../../src/access/object-id.js';
import { people } from '../people.js';
import {
  mongoServer,
  mongoTestStorage,
  storageOf,
  type Storage,
  type TestStorage,
} from '../storages.js';

const OWNERS = people(200, 'owner');

async function fill(storage: Storage): Promise<void> {
  for (let round = 0; round < 50; round += 1) {
    const createdAt = new Date(Date.UTC(2026, 0, 1, 0, round));
    await storage.notifications.addReceived({
      id: newCreationId(createdAt.getTime(), secureRandom),
      key: `fill-${round}`,
      academyId: 'a',
      recipients: OWNERS,
      content: { title: 'T', notificationType: 'newPost', autoDeleteOnCheck: round % 2 === 0 },
      createdAt,
    });
  }
}

/** Enough rows that reading a whole table costs more than its index. */
const NUMBERS = 'FROM generate_series(1, 5000) AS n';
const FILLED = [
  `INSERT INTO creation SELECT decode(lpad(to_hex(n), 24, '0'), 'hex'), 'key-' || n,
     CASE WHEN n % 100 = 0 THEN 'new' ELSE 'done' END, '{}', now(), now() ${NUMBERS}`,
  `INSERT INTO reminder (id, academy_id, event_id, version, "user", user_id, user_name, starts_at,
     fire_at, state)
   SELECT n::text, 'a', 'e' || n, 1, '\\x01', 'u', 'n', now(), now() + n * interval '1 s', 'due'
   ${NUMBERS}`,
  `INSERT INTO push_subscription SELECT 'https://p/' || n, 'p', 'a',
     decode(lpad(to_hex(n), 24, '0'), 'hex'), now() ${NUMBERS}`,
  `INSERT INTO push_delivery (id, subscription, payload, attempts, due_at, host, "user")
   SELECT n::text, '{}', '{}', 0, now() + n * interval '1 s', 'p', '\\x01' ${NUMBERS}`,
  `INSERT INTO used_event SELECT 'event:' || n, now() - n * interval '1 s' ${NUMBERS}`,
  `INSERT INTO dead_letter SELECT n::text, now() - n * interval '1 s', 'r', '{}' ${NUMBERS}`,
];

describe('indexes on PostgreSQL', () => {
  let database: TestDatabase;
  let storage: Storage;

  beforeAll(async () => {
    database = await testDatabase();
    storage = await storageOf({ DATABASE_URL: database.url, DATABASE_POOL_SIZE: '2' });
    await fill(storage);
    for (const statement of FILLED) await database.query(statement);
    await database.query('ANALYZE');
  });
  afterAll(async () => {
    await storage.close();
    await database.drop();
  });

  const planOf = async (sql: string): Promise<string> => {
    const rows = await database.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${sql}`);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };
  const owner = `'\\x${OWNERS[0]!.user}'::bytea`;
  const mine = `"user" = ${owner} AND type = 'received' AND removed_at IS NULL`;

  it.each([
    [
      'a page of a list, without sorting',
      `SELECT id FROM notification WHERE ${mine} ORDER BY created_at DESC, id DESC LIMIT 20`,
      'notification_by_owner',
    ],
    [
      'the next page',
      `SELECT id FROM notification WHERE ${mine} AND (created_at, id) < (now(), '\\x00'::bytea)
       ORDER BY created_at DESC, id DESC LIMIT 20`,
      'notification_by_owner',
    ],
    [
      'a bulk check',
      `UPDATE notification SET checked = true WHERE ${mine} AND NOT checked AND created_at <= now()`,
      'notification_by_owner',
    ],
    ['a record', `SELECT * FROM notification WHERE id = '\\x00'::bytea`, 'notification_pkey'],
    [
      'what a crash left',
      `SELECT id FROM creation WHERE state <> 'done' AND lease_until <= now() ORDER BY lease_until`,
      'creation_pending',
    ],
    ['a known key', `SELECT id FROM creation WHERE key = 'x'`, 'creation_key'],
    [
      'due reminders',
      `SELECT id FROM reminder WHERE state = 'due' AND fire_at <= now() ORDER BY fire_at LIMIT 1`,
      'reminder_due',
    ],
    [
      'reminders of an event',
      `SELECT id FROM reminder WHERE academy_id = 'a' AND event_id = 'e' AND version < 2`,
      'reminder_of_event',
    ],
    [
      'due pushes',
      `SELECT id FROM push_delivery WHERE due_at <= now() AND host <> ALL('{x}') AND "user" <> ALL('{}')
       ORDER BY due_at LIMIT 9`,
      'push_delivery_due',
    ],
    [
      'subscriptions of users',
      `SELECT * FROM push_subscription WHERE "user" = ANY(ARRAY[${owner}])`,
      'push_subscription_user',
    ],
    ['old events', `SELECT key FROM used_event WHERE used_at < '2020-01-01'`, 'used_event_age'],
    ['a used event', `SELECT 1 FROM used_event WHERE key = 'x'`, 'used_event_pkey'],
    ['dead letters', 'SELECT id FROM dead_letter ORDER BY at DESC, id LIMIT 100', 'dead_letter_at'],
    [
      'retention',
      `SELECT id FROM notification WHERE checked AND removed_at IS NULL AND updated_at < '2020-01-01'`,
      'notification_checked',
    ],
  ])('serve %s', async (_name, sql, index) => {
    const plan = await planOf(sql);

    expect(plan).toContain(index);
    expect(plan).not.toMatch(/Seq Scan|Sort Key/);
  });
});

(mongoServer === undefined ? describe.skip : describe)(
  'indexes on MongoDB, needs MONGODB_URI',
  () => {
    let opened: TestStorage;
    let connection: Connection;

    beforeAll(async () => {
      opened = await mongoTestStorage();
      connection = await mongoose.createConnection(opened.env['MONGODB_URI'] ?? '').asPromise();
    });
    afterAll(async () => {
      await connection.close();
      await opened.close();
    });

    it.each([
      ['notifications', 'notification_by_owner', { user: 1, type: 1, createdAt: -1, _id: -1 }],
      ['notifications', 'notification_checked', { updatedAt: 1 }],
      ['notifications', 'notification_removed', { removedAt: 1 }],
      ['creations', 'creation_key', { key: 1 }],
      ['creations', 'creation_pending', { state: 1, leaseUntil: 1 }],
      ['notificationsettings', 'settings_user', { user: 1 }],
      ['reminders', 'reminder_due', { state: 1, fireAt: 1 }],
      ['reminders', 'reminder_claimed', { claimId: 1 }],
      ['reminders', 'reminder_of_event', { eventId: 1 }],
      ['pushsubscriptions', 'push_subscription_user', { user: 1 }],
      ['pushdeliveries', 'push_delivery_due', { dueAt: 1 }],
      ['usedevents', 'used_event_age', { usedAt: 1 }],
      ['deadletters', 'dead_letter_at', { at: 1 }],
      ['idempotencykeys', 'idempotency_key_expiry', { expiresAt: 1 }],
    ])('%s has %s', async (collection, name, key) => {
      const indexes = await connection.collection(collection).indexes();

      expect(indexes.find((index) => index.name === name)).toMatchObject({ key });
    });

    it('serve a page of a list, where the server explains', async () => {
      await fill(opened.storage);
      const { user } = OWNERS[0]!;
      const explained = await connection
        .collection('notifications')
        .find({ user: new mongoose.Types.ObjectId(user), type: 'received' })
        .sort({ createdAt: -1, _id: -1 })
        .limit(20)
        .explain()
        .catch((error: unknown) => error);

      // The server of the services script has no planner and says so.
      if (explained instanceof Error) expect(explained.message).toMatch(/explain|no such c/i);
      else expect(JSON.stringify(explained)).toContain('notification_by_owner');
    });
  },
);

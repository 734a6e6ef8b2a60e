import { PreparedStatements } from '@sextant/platform-postgres';
import type { DataSource } from 'typeorm';
import { sentRecord, type Creation } from '../../domain/creation.js';
import { withoutBinding, type Notification } from '../../domain/notification.js';
import { recordId } from '../../domain/object-id.js';
import type {
  BulkCheck,
  ListQuery,
  NotificationStore,
  Reader,
  Retention,
} from '../../domain/storage.js';
import { bytes, toNotification, type NotificationRow } from './rows.js';

/** Records of one statement: enough to make its own cost small, few enough to stay short. */
const CHUNK = 2000;
const SWEEP = 10_000;

const LISTED = `id, type, "user", user_id, user_name, to_user_list, from_user, from_user_id,
  from_user_name, checked, category, title, notification_type, related_type, related_id,
  auto_delete_on_check, created_at, updated_at, bound_to`;

/** `UPDATE` and `DELETE` answer through TypeORM with their rows and their number. */
type Changed = readonly [unknown[], number];

export class PostgresNotifications implements NotificationStore {
  readonly #prepared: PreparedStatements;

  constructor(private readonly source: DataSource) {
    this.#prepared = new PreparedStatements(source);
  }

  async addReceived(creation: Creation): Promise<void> {
    const starts = Array.from(
      { length: Math.ceil(creation.recipients.length / CHUNK) },
      (_unused, index) => index * CHUNK,
    );
    // Two at a time: while one is on its way the other is worked at.
    const halves = [starts.filter((_start, index) => index % 2 === 0)];
    halves.push(starts.filter((_start, index) => index % 2 === 1));
    await Promise.all(
      halves.map(async (half) => {
        for (const start of half)
          await this.source.query(ADD_RECEIVED, [
            ...chunkValues(creation, start),
            bindingsOf(creation, start),
          ]);
      }),
    );
  }

  async addSent(creation: Creation): Promise<void> {
    const record = sentRecord(creation);
    if (record === undefined) return;
    const { id, owner, toUserList } = record;
    await this.source.query(ADD_SENT, [
      bytes(id),
      bytes(owner.user),
      owner.userId,
      owner.userName,
      JSON.stringify(toUserList),
      ...contentValues(creation),
    ]);
  }

  async list(query: ListQuery): Promise<readonly Notification[]> {
    const { user, academyId, type, checked, after, limit } = query;
    const conditions = ['"user" = $1', 'type = $2', 'removed_at IS NULL', readableBy('$4')];
    const values: unknown[] = [bytes(user), type, limit, academyId];
    const placeholder = (value: unknown) => `$${values.push(value)}`;
    if (checked !== undefined) conditions.push(`checked = ${placeholder(checked)}`);
    if (after !== undefined) {
      const at = placeholder(after.createdAt);
      conditions.push(`(created_at, id) < (${at}, ${placeholder(bytes(after.id))})`);
    }
    const name = ['list', checked !== undefined && 'checked', after && 'after'];
    const rows = await this.#prepared.rows<NotificationRow>(
      name.filter(Boolean).join('_'),
      `SELECT ${LISTED} FROM notification WHERE ${conditions.join(' AND ')}
       ORDER BY created_at DESC, id DESC LIMIT $3`,
      values,
    );
    return rows.map(toNotification);
  }

  async find(id: string): Promise<Notification | undefined> {
    const [row] = await this.#prepared.rows<NotificationRow>(
      'notification',
      `SELECT ${LISTED}, description FROM notification WHERE id = $1 AND removed_at IS NULL`,
      [bytes(id)],
    );
    return row === undefined ? undefined : toNotification(row);
  }

  async check(id: string, user: string, now: Date): Promise<void> {
    await this.source.query(
      `UPDATE notification SET ${CHECK} WHERE id = $2 AND "user" = $3 AND ${UNCHECKED}`,
      [now, bytes(id), bytes(user)],
    );
  }

  async remove(id: string, user: string, now: Date): Promise<void> {
    await this.source.query(
      `UPDATE notification SET removed_at = $1
       WHERE id = $2 AND "user" = $3 AND removed_at IS NULL`,
      [now, bytes(id), bytes(user)],
    );
  }

  async checkAll({ user, academyId }: Reader, now: Date): Promise<BulkCheck> {
    const [row] = await this.source.query<{ checked: string; deleted: string }[]>(
      `WITH changed AS (
         UPDATE notification SET ${CHECK}
         WHERE "user" = $2 AND ${UNCHECKED} AND created_at <= $1 AND ${readableBy('$3')}
         RETURNING auto_delete_on_check)
       SELECT count(*) FILTER (WHERE NOT auto_delete_on_check) AS checked,
              count(*) FILTER (WHERE auto_delete_on_check) AS deleted FROM changed`,
      [now, bytes(user), academyId],
    );
    return { checkedCount: Number(row?.checked ?? 0), deletedCount: Number(row?.deleted ?? 0) };
  }

  async sweep(retention: Retention): Promise<number> {
    const { checkedBefore, uncheckedBefore, sentBefore, removedBefore } = retention;
    const rules = [
      ['removed_at < $1', removedBefore],
      ['checked AND removed_at IS NULL AND updated_at < $1', checkedBefore],
      ["type = 'received' AND NOT checked AND created_at < $1", uncheckedBefore],
      ["type = 'sent' AND created_at < $1", sentBefore],
    ] as const;
    let gone = 0;
    for (const [condition, before] of rules) {
      if (before !== undefined) gone += await this.#delete(condition, before);
    }
    return gone;
  }

  async #delete(condition: string, before: Date): Promise<number> {
    const [, count] = await this.source.query<Changed>(
      `DELETE FROM notification WHERE id IN
         (SELECT id FROM notification WHERE ${condition} LIMIT ${SWEEP})`,
      [before],
    );
    return count;
  }
}

const readableBy = (academy: string): string => `(bound_to IS NULL OR bound_to = ${academy})`;

const UNCHECKED = `type = 'received' AND NOT checked AND removed_at IS NULL`;

/** Removes one-off records and marks the others (spec 2, part 3). */
const CHECK = `checked = true, updated_at = $1,
  removed_at = CASE WHEN auto_delete_on_check THEN $1::timestamptz END`;

const RECEIVED_COLUMNS = `id, type, "user", user_id, user_name, from_user, from_user_id,
    from_user_name, checked, category, title, description, notification_type, related_type,
    related_id, auto_delete_on_check, created_at, updated_at, bound_to`;

const RECEIVED_VALUES = `one.id, 'received', one."user", one.user_id, one.user_name, $5::bytea, $6::text,
    $7::text, false, $8::text, $9::text, $10::text, $11::text, $12::text, $13::text, $14::boolean,
    $15::timestamptz, $15::timestamptz, one.bound_to`;

const recipientsFrom = (
  bindings: string,
): string => `unnest($1::bytea[], $2::bytea[], $3::text[], $4::text[],
    ${bindings}::text[]) AS one (id, "user", user_id, user_name, bound_to)`;

const ADD_RECEIVED = `
  INSERT INTO notification (${RECEIVED_COLUMNS})
  SELECT ${RECEIVED_VALUES} FROM ${recipientsFrom('$16')}
  ON CONFLICT (id) DO NOTHING`;

const SENT_COLUMNS = `id, type, "user", user_id, user_name, to_user_list, checked, category, title,
    description, notification_type, related_type, related_id, auto_delete_on_check, created_at,
    updated_at`;

const ADD_SENT = `
  INSERT INTO notification (${SENT_COLUMNS})
  VALUES ($1, 'sent', $2, $3, $4, $5, false, $6, $7, $8, $9, $10, $11, $12, $13, $13)
  ON CONFLICT (id) DO NOTHING`;

/**
 * A creation and all its records in one statement, and so in one commit and one round trip; nothing when
 * its key is known. Values as `wholeValues` gives them.
 */
export const ADD_WHOLE = `
  WITH begun AS (
    INSERT INTO creation (id, key, state, body, created_at, lease_until)
    VALUES ($16, $17, 'recorded', $18, $15, $19) ON CONFLICT (key) DO NOTHING RETURNING 1),
  received AS (
    INSERT INTO notification (${RECEIVED_COLUMNS})
    SELECT ${RECEIVED_VALUES} FROM begun, ${recipientsFrom('$21')}),
  sent AS (
    INSERT INTO notification (${SENT_COLUMNS})
    SELECT $16, 'sent', $5, $6, $7, $20::json, false, $8, $9, $10, $11, $12, $13, $14, $15, $15
    FROM begun WHERE $5::bytea IS NOT NULL)
  SELECT 1 FROM begun`;

export function wholeValues(creation: Creation, body: string, leaseUntil: Date): unknown[] {
  return [
    ...chunkValues(creation, 0),
    bytes(creation.id),
    creation.key,
    body,
    leaseUntil,
    JSON.stringify(creation.recipients.map(withoutBinding)),
    bindingsOf(creation, 0),
  ];
}

function chunkValues(creation: Creation, start: number): unknown[] {
  const chunk = creation.recipients.slice(start, start + CHUNK);
  return [
    chunk.map((_person, index) => bytes(recordId(creation.id, start + index + 1))),
    chunk.map(({ user }) => bytes(user)),
    chunk.map(({ userId }) => userId),
    chunk.map(({ userName }) => userName),
    ...commonValues(creation),
  ];
}

const bindingsOf = ({ recipients }: Creation, start: number): (string | null)[] =>
  recipients.slice(start, start + CHUNK).map(({ boundTo }) => boundTo ?? null);

const commonValues = (creation: Creation): unknown[] => [
  creation.sender === undefined ? null : bytes(creation.sender.user),
  creation.sender?.userId ?? null,
  creation.sender?.userName ?? null,
  ...contentValues(creation),
];

const contentValues = ({ content, createdAt }: Creation): unknown[] => [
  content.category ?? null,
  content.title,
  content.description ?? null,
  content.notificationType,
  content.relatedEntity?.type ?? null,
  content.relatedEntity?.id ?? null,
  content.autoDeleteOnCheck,
  createdAt,
];

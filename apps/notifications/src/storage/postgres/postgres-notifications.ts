import { Injectable } from '@nestjs/common';
import { PreparedStatements } from '@sextant/platform-data/postgres';
import { DataSource } from 'typeorm';
import { sentRecord, type Creation } from '../../notifications/creation/creation.js';
import type { Notification } from '../../notifications/notification.js';
import { SEARCH_ERRORS } from '../../notifications/search/search-errors.js';
import { SEARCH_MS } from '../../notifications/search/search-turns.js';
import type {
  BulkCheck,
  ListQuery,
  Mark,
  NotificationStore,
  Reader,
  Retention,
  View,
} from '../../notifications/notification-store.js';
import {
  ADD_RECEIVED,
  ADD_SENT,
  CHUNK,
  chunkValues,
  contentValues,
  extraValues,
} from './postgres-notification-inserts.js';
import { READ_STEP } from './postgres-trail.js';
import { bytes, hex, toNotification, type NotificationRow } from './postgres-rows.js';

const SWEEP = 10_000;
/** PostgreSQL manual, appendix A. */
const QUERY_CANCELED = '57014';

const LISTED = `id, type, "user", user_id, user_name, to_user_list, from_user, from_user_id,
  from_user_name, checked, category, title, notification_type, related_type, related_id,
  auto_delete_on_check, created_at, updated_at, bound_to, archived_at, snoozed_until`;

/** `UPDATE` and `DELETE` answer through TypeORM with their rows and their number. */
type Changed = readonly [unknown[], number];

@Injectable()
export class PostgresNotificationStore implements NotificationStore {
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
            ...extraValues(creation, start),
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
    const { user, academyId, type, checked, view = 'inbox', text, after, limit } = query;
    const conditions = ['"user" = $1', 'type = $2', 'removed_at IS NULL', readableBy('$4')];
    conditions.push(VIEW[view]);
    const values: unknown[] = [bytes(user), type, limit, academyId];
    const placeholder = (value: unknown) => `$${values.push(value)}`;
    if (checked !== undefined) conditions.push(`checked = ${placeholder(checked)}`);
    if (text !== undefined) conditions.push(contains(placeholder(likeOf(text))));
    if (after !== undefined) {
      const at = placeholder(after.createdAt);
      conditions.push(`(created_at, id) < (${at}, ${placeholder(bytes(after.id))})`);
    }
    const name = ['list', view, checked !== undefined && 'checked', after && 'after'];
    const statement = `SELECT ${LISTED} FROM notification WHERE ${conditions.join(' AND ')}
      ORDER BY created_at DESC, id DESC LIMIT $3`;
    const rows =
      text === undefined
        ? await this.#prepared.rows<NotificationRow>(
            name.filter(Boolean).join('_'),
            statement,
            values,
          )
        : await this.#searched(statement, values);
    return rows.map(toNotification);
  }

  /** @throws {Problem} `search_too_slow` */
  async #searched(statement: string, values: unknown[]): Promise<NotificationRow[]> {
    try {
      return await this.source.transaction(async (manager) => {
        await manager.query(`SET LOCAL statement_timeout = ${SEARCH_MS}`);
        return manager.query<NotificationRow[]>(statement, values);
      });
    } catch (cause) {
      const isOverdue = (cause as { readonly code?: unknown }).code === QUERY_CANCELED;
      throw isOverdue ? SEARCH_ERRORS.searchTooSlow({ cause }) : cause;
    }
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
      `WITH changed AS (
         UPDATE notification SET ${CHECK} WHERE id = $2 AND "user" = $3 AND ${UNCHECKED}
         RETURNING id)
       ${READ_STEP('changed', '$1::timestamptz')}`,
      [now, bytes(id), bytes(user)],
    );
  }

  async mark(id: string, user: string, mark: Mark, now: Date): Promise<void> {
    await this.source.query(
      `UPDATE notification SET ${MARKS[mark.kind]}, updated_at = $1
       WHERE id = $2 AND "user" = $3 AND type = 'received' AND removed_at IS NULL`,
      [now, bytes(id), bytes(user), ...(mark.kind === 'snooze' ? [mark.until] : [])],
    );
  }

  async unreadCount({ user, academyId }: Reader): Promise<number> {
    const [row] = await this.#prepared.rows<{ count: string }>(
      'unread_count',
      `SELECT count(*) FROM notification
       WHERE "user" = $1 AND ${UNCHECKED} AND ${VIEW.inbox} AND ${readableBy('$2')}`,
      [bytes(user), academyId],
    );
    return Number(row?.count ?? 0);
  }

  async unread(ids: readonly string[], now?: Date): Promise<ReadonlySet<string>> {
    const rows = await this.#prepared.rows<{ id: Buffer }>(
      'unread',
      `SELECT id FROM notification
       WHERE id = ANY($1::bytea[]) AND ${UNCHECKED} AND archived_at IS NULL
         AND ($2::timestamptz IS NULL OR snoozed_until IS NULL OR snoozed_until <= $2)`,
      [ids.map(bytes), now ?? null],
    );
    return new Set(rows.map(({ id }) => hex(id)));
  }

  async awakening(now: Date): Promise<readonly Notification[]> {
    const rows = await this.source.query<NotificationRow[]>(
      `SELECT ${LISTED} FROM notification WHERE snoozed_until <= $1 AND removed_at IS NULL
       ORDER BY snoozed_until LIMIT ${AWAKENING}`,
      [now],
    );
    return rows.map(toNotification);
  }

  async awake(id: string, until: Date): Promise<void> {
    await this.source.query(
      'UPDATE notification SET snoozed_until = NULL WHERE id = $1 AND snoozed_until = $2',
      [bytes(id), until],
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
         RETURNING id, auto_delete_on_check),
       noted AS (${READ_STEP('changed', '$1::timestamptz')})
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

/** More would be a burst; the rest comes with the next look. */
const AWAKENING = 100;

const VIEW: Readonly<Record<View, string>> = {
  inbox: '(archived_at IS NULL AND snoozed_until IS NULL)',
  archived: 'archived_at IS NOT NULL',
  snoozed: '(snoozed_until IS NOT NULL AND archived_at IS NULL)',
};

const MARKS: Readonly<Record<Mark['kind'], string>> = {
  uncheck: 'checked = false',
  archive: 'archived_at = $1, snoozed_until = NULL',
  restore: 'archived_at = NULL, snoozed_until = NULL',
  snooze: 'snoozed_until = $4, archived_at = NULL',
};

const contains = (pattern: string): string =>
  `(title ILIKE ${pattern} OR description ILIKE ${pattern} OR from_user_name ILIKE ${pattern})`;

const likeOf = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;

const readableBy = (academy: string): string => `(bound_to IS NULL OR bound_to = ${academy})`;

const UNCHECKED = `type = 'received' AND NOT checked AND removed_at IS NULL`;

/** Removes one-off records and marks the others (spec 2, part 3). */
const CHECK = `checked = true, updated_at = $1,
  removed_at = CASE WHEN auto_delete_on_check THEN $1::timestamptz END`;

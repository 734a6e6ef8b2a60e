import { Injectable } from '@nestjs/common';
import { Clock } from '@sextant/platform-runtime/clock';
import { outboxInsert, type NewEvent, Outbox } from '@sextant/platform-events';
import { currentTraceId } from '@sextant/platform-runtime/logging';
import { afterCommit, PreparedStatements } from '@sextant/platform-data/postgres';
import { DataSource } from 'typeorm';
import {
  AUDITED,
  type AuditFilter,
  type AuditRecord,
  type DayOfSignIns,
  type Journal,
  type JournalEntry,
} from './journal.js';
import { PostgresFailureCounts } from './postgres-failure-counts.js';
import { Batch } from '../database/batch.js';

export const EVENT_TOPIC = 'sextant.auth';
const DAY_MS = 86_400_000;
/** Records that one statement removes, and statements of one sweep: the next one goes on. */
const REMOVED_AT_ONCE = 5000;
const MOST_ROUNDS = 20;

interface AuditRow {
  readonly sequence: string;
  readonly at: Date;
  readonly type: string;
  readonly actor: string;
  readonly actor_name: string | null;
  readonly subject: string;
  readonly subject_name: string | null;
  readonly ip: string | null;
  readonly trace_id: string | null;
  readonly details: Record<string, unknown>;
}

interface Written {
  readonly entry: JournalEntry;
  readonly at: Date;
  readonly traceId: string | undefined;
}

/** One statement: audit log and outbox have both or neither. */
const RECORD = `WITH published AS (${outboxInsert(8)})
  INSERT INTO audit_record (at, type, actor, subject, ip, trace_id, details)
  SELECT at, type, actor, subject, ip, trace_id, details
  FROM unnest($1::timestamptz[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::jsonb[])
    WITH ORDINALITY AS entry (at, type, actor, subject, ip, trace_id, details, place)
  ORDER BY place`;

/** Of a person, whose id is a UUID; others act and are changed as well. */
const nameOf = (column: 'actor' | 'subject'): string =>
  `(SELECT username FROM auth_user WHERE id =
      CASE WHEN page.${column} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN page.${column}::uuid END)`;

/** The audit log and, in the same statement, the outbox; what is recorded at once shares it. */
@Injectable()
export class PostgresJournal implements Journal {
  readonly #writes = new Batch<Written, undefined>((entries) => this.#recordAll(entries));
  readonly #prepared: PreparedStatements;

  constructor(
    private readonly source: DataSource,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly failures: PostgresFailureCounts,
  ) {
    this.#prepared = new PreparedStatements(source);
  }

  async record(entry: JournalEntry): Promise<void> {
    const at = new Date(this.clock.nowMs());
    if (entry.type === 'login.failed' && !(await this.failures.count(entry, at))) return;
    await this.#writes.run({ entry, at, traceId: currentTraceId() });
    if (AUDITED[entry.type]) await afterCommit(() => this.outbox.wake());
  }

  async #recordAll(all: readonly Written[]): Promise<readonly undefined[]> {
    const entries = all.map(({ entry }) => entry);
    const published = entries.filter(({ type }) => AUDITED[type]);
    const { values } = this.outbox.rows(EVENT_TOPIC, published.map(toEvent));
    await this.#prepared.rows('journal-record', RECORD, [
      all.map(({ at }) => at),
      entries.map(({ type }) => type),
      entries.map(({ actor }) => actor),
      entries.map(({ subject }) => subject),
      entries.map(({ ip }) => ip ?? null),
      all.map(({ traceId }) => traceId ?? null),
      entries.map(({ details = {} }) => JSON.stringify(details)),
      ...values,
    ]);
    return all.map(() => undefined);
  }

  async list(filter: AuditFilter): Promise<readonly AuditRecord[]> {
    const rows = await this.source.query<AuditRow[]>(
      `WITH page AS (SELECT * FROM audit_record
       WHERE ($2::bigint IS NULL OR sequence < $2) AND ($3::text IS NULL OR type = $3)
         AND ($4::text IS NULL OR actor = $4) AND ($5::text IS NULL OR subject = $5)
         AND ($6::timestamptz IS NULL OR at >= $6) AND ($7::timestamptz IS NULL OR at < $7)
       ORDER BY sequence DESC LIMIT $1)
       SELECT page.*, ${nameOf('actor')} AS actor_name,
         coalesce(${nameOf('subject')},
           (SELECT client_name FROM oauth_client WHERE client_id = page.subject)) AS subject_name
       FROM page ORDER BY sequence DESC`,
      [
        filter.limit,
        filter.before ?? null,
        filter.type ?? null,
        filter.actor ?? null,
        filter.subject ?? null,
        filter.from ?? null,
        filter.to ?? null,
      ],
    );
    return rows.map(({ sequence, trace_id, actor_name, subject_name, ...row }) => ({
      ...row,
      sequence: Number(sequence),
      ...{ traceId: trace_id, actorName: actor_name, subjectName: subject_name },
    }));
  }

  async signInsPerDay(from: Date): Promise<readonly DayOfSignIns[]> {
    const rows = await this.source.query<Record<keyof DayOfSignIns, string>[]>(
      `SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day,
              count(*) FILTER (WHERE type = 'login.succeeded') AS succeeded,
              coalesce(sum(attempts) FILTER (WHERE type = 'login.failed'), 0) AS failed
       FROM (SELECT at, type, coalesce((details->>'attempts')::integer, 1) AS attempts
             FROM audit_record WHERE type IN ('login.succeeded', 'login.failed') AND at >= $1
             UNION ALL
             SELECT last_at, 'login.failed', attempts - 1 FROM sign_in_failures
             WHERE last_at >= $1) AS sign_in
       GROUP BY 1 ORDER BY 1`,
      [from],
    );
    return rows.map(({ day, succeeded, failed }) => ({
      day,
      succeeded: Number(succeeded),
      failed: Number(failed),
    }));
  }

  sumUpFailures(now: Date): Promise<void> {
    return this.failures.writeDown(now);
  }

  async removeOld(now: Date, keptDays: number): Promise<number> {
    if (keptDays === 0) return 0;
    const before = new Date(now.getTime() - keptDays * DAY_MS);
    let removed = 0;
    for (let rounds = 0; rounds < MOST_ROUNDS; rounds += 1) {
      const gone = await this.#remove(before, keptDays);
      removed += gone;
      if (gone < REMOVED_AT_ONCE) break;
    }
    return removed;
  }

  /** The database lets nobody remove what is younger than the days that are kept. */
  #remove(before: Date, days: number): Promise<number> {
    return this.source.transaction(async (manager) => {
      await manager.query(`SELECT set_config('auth_server.audit_retention_days', $1, true)`, [
        String(days),
      ]);
      const [, gone] = await manager.query<[unknown, number]>(REMOVE, [before]);
      return gone;
    });
  }
}

/** By age, not by place in the log: a clock that went ahead for a while has put records first that are old last. */
const REMOVE = `DELETE FROM audit_record WHERE sequence IN
  (SELECT sequence FROM audit_record WHERE at < $1 LIMIT ${REMOVED_AT_ONCE})`;

/** Addresses of people are personal data: they stay in the audit log. */
const toEvent = ({ type, actor, subject, details }: JournalEntry): NewEvent => ({
  type: `org.sextant.auth.${type}`,
  subject,
  data: { actor, ...details },
});

import type { Clock } from '@sextant/platform-clock';
import type { Outbox } from '@sextant/platform-events';
import { currentTraceId } from '@sextant/platform-logging';
import type { DataSource } from 'typeorm';
import {
  AUDITED,
  type AuditFilter,
  type AuditRecord,
  type Journal,
  type JournalEntry,
} from '../domain/journal.js';

export const EVENT_TOPIC = 'sextant.auth';

interface AuditRow {
  readonly sequence: string;
  readonly at: Date;
  readonly type: string;
  readonly actor: string;
  readonly subject: string;
  readonly ip: string | null;
  readonly trace_id: string | null;
  readonly details: Record<string, unknown>;
}

export interface JournalDependencies {
  readonly source: DataSource;
  readonly outbox: Outbox;
  readonly clock: Clock;
}

/** The audit log and, in the same transaction, the outbox. */
export class PostgresJournal implements Journal {
  constructor(private readonly uses: JournalDependencies) {}

  async record(entry: JournalEntry): Promise<void> {
    const { source, outbox, clock } = this.uses;
    const { type, actor, subject, ip, details = {} } = entry;
    const values = [
      new Date(clock.nowMs()),
      type,
      actor,
      subject,
      ip ?? null,
      currentTraceId() ?? null,
      JSON.stringify(details),
    ];
    const insert = `INSERT INTO audit_record (at, type, actor, subject, ip, trace_id, details)
                    VALUES ($1, $2, $3, $4, $5, $6, $7)`;
    if (!AUDITED[type]) {
      await source.query(insert, values);
      return;
    }
    await source.transaction(async (manager) => {
      await manager.query(insert, values);
      // Addresses of people are personal data: they stay in the audit log.
      await outbox.add(manager, EVENT_TOPIC, {
        type: `org.sextant.auth.${type}`,
        subject,
        data: { actor, ...details },
      });
    });
    outbox.wake();
  }

  async list(filter: AuditFilter): Promise<readonly AuditRecord[]> {
    const rows = await this.uses.source.query<AuditRow[]>(
      `SELECT * FROM audit_record
       WHERE ($2::bigint IS NULL OR sequence < $2) AND ($3::text IS NULL OR type = $3)
         AND ($4::text IS NULL OR actor = $4) AND ($5::text IS NULL OR subject = $5)
         AND ($6::timestamptz IS NULL OR at >= $6) AND ($7::timestamptz IS NULL OR at < $7)
       ORDER BY sequence DESC LIMIT $1`,
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
    return rows.map(({ sequence, trace_id, ...row }) => ({
      ...row,
      sequence: Number(sequence),
      traceId: trace_id,
    }));
  }
}

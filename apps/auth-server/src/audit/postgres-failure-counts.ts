import { Injectable } from '@nestjs/common';
import { PreparedStatements } from '@sextant/platform-data/postgres';
import { placeOf } from '@sextant/platform-security/rate-limit';
import { DataSource } from 'typeorm';
import type { JournalEntry } from './journal.js';

const HOUR_MS = 3_600_000;
/** Most counts that one statement writes down. */
const BATCH = 1000;

const COUNT = `INSERT INTO sign_in_failures AS counted (hour, place, subject, attempts, locked, ip, last_at)
  VALUES ($1, $2, $3, 1, $4, $5, $6)
  ON CONFLICT (hour, place, subject) DO UPDATE
    SET attempts = counted.attempts + 1, locked = counted.locked + excluded.locked,
        ip = excluded.ip, last_at = excluded.last_at
  RETURNING attempts`;

/** The first attempt of each hour has a record already. */
const WRITE_DOWN = `WITH due AS (
    DELETE FROM sign_in_failures WHERE (hour, place, subject) IN
      (SELECT hour, place, subject FROM sign_in_failures WHERE hour < $1
       ORDER BY hour LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
    RETURNING *),
  written AS (
    INSERT INTO audit_record (at, type, actor, subject, ip, details)
    SELECT last_at, 'login.failed', subject, subject, ip,
           jsonb_build_object('attempts', attempts - 1, 'locked', locked, 'since', hour)
    FROM due WHERE attempts > 1 ORDER BY last_at)
  SELECT count(*) AS taken FROM due`;

/**
 * Failures of sign-ins by hour, place and account: strangers may try as often as they like, and the audit log must not grow with each
 * attempt.
 */
@Injectable()
export class PostgresFailureCounts {
  readonly #prepared: PreparedStatements;

  constructor(private readonly source: DataSource) {
    this.#prepared = new PreparedStatements(source);
  }

  /** @returns whether it is the first of its hour, place and account, which has a record of its own */
  async count({ subject, ip, details = {} }: JournalEntry, at: Date): Promise<boolean> {
    if (ip === undefined) return true;
    const hour = new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);
    const locked = details['locked'] === true ? 1 : 0;
    const [row] = await this.#prepared.rows<{ attempts: number }>('journal-failure', COUNT, [
      ...[hour, placeOf(ip), subject, locked, ip, at],
    ]);
    return row?.attempts === 1;
  }

  /** Writes down the counts of hours that are over, each in one record. */
  async writeDown(now: Date): Promise<void> {
    const hour = new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS);
    for (;;) {
      const [row] = await this.source.query<{ taken: string }[]>(WRITE_DOWN, [hour]);
      if (Number(row?.taken ?? 0) < BATCH) return;
    }
  }
}

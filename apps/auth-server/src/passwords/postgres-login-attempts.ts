import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { PreparedStatements } from '@sextant/platform-data/postgres';
import type { AttemptKey, Failures, LoginAttempts, Success } from './login-guard.js';

/** Failed logins in PostgreSQL: they outlive a restart and are the same for all replicas. */
@Injectable()
export class PostgresLoginAttempts implements LoginAttempts {
  readonly #prepared: PreparedStatements;

  constructor(private readonly source: DataSource) {
    this.#prepared = new PreparedStatements(source);
  }

  async failures(keys: readonly AttemptKey[]): Promise<readonly Failures[]> {
    const rows = await this.#prepared.rows<{ key: string; count: number; last_at: Date }>(
      'login-failures',
      `SELECT key, count, last_at FROM login_failure
       WHERE key = ANY($1::text[]) AND expires_at > now()`,
      [keys.map(({ key }) => key)],
    );
    return keys.map(({ key }) => {
      const row = rows.find((found) => found.key === key);
      return { count: row?.count ?? 0, lastMs: row?.last_at.getTime() ?? 0 };
    });
  }

  /** Keys in one order for everybody, so that two statements never wait for each other. */
  async fail(keys: readonly AttemptKey[], nowMs: number): Promise<void> {
    const sorted = [...keys].sort((a, b) => (a.key < b.key ? -1 : 1));
    await this.source.query(
      `INSERT INTO login_failure AS old (key, count, first_at, last_at, expires_at)
       SELECT key, 1, $2, $2, expires_at FROM unnest($1::text[], $3::timestamptz[]) AS new (key, expires_at)
       ON CONFLICT (key) DO UPDATE SET
         count = CASE WHEN old.expires_at > now() THEN old.count + 1 ELSE 1 END,
         first_at = CASE WHEN old.expires_at > now() THEN old.first_at ELSE $2 END,
         last_at = $2,
         expires_at = CASE WHEN old.key LIKE 'pair:%' OR old.expires_at <= now()
                           THEN excluded.expires_at ELSE old.expires_at END`,
      [
        sorted.map(({ key }) => key),
        new Date(nowMs),
        sorted.map(({ windowMs }) => new Date(nowMs + windowMs)),
      ],
    );
  }

  async isKnownPlace(account: string, place: string): Promise<boolean> {
    const rows = await this.source.query<unknown[]>(
      `SELECT 1 FROM login_place WHERE account = $1 AND place = $2 AND last_at > now() - interval '90 days'`,
      [account, place],
    );
    return rows.length > 0;
  }

  /**
   * In one statement, which writes nothing that is there already: many sign-ins of one account at
   * once must not wait for each other.
   */
  async succeed({ forget, account, place, userId, nowMs }: Success): Promise<void> {
    await this.#prepared.rows('login-success', SUCCESS, [
      forget.key,
      userId,
      new Date(nowMs),
      account,
      place,
    ]);
  }
}

const SUCCESS = `
  WITH forgotten AS (DELETE FROM login_failure WHERE key = $1),
    dated AS (
      UPDATE auth_user SET last_login = $3::timestamptz WHERE id = $2::uuid
        AND (last_login IS NULL OR last_login < $3::timestamptz - interval '1 second'))
  INSERT INTO login_place (account, place, last_at)
  SELECT $4::text, $5::text, $3::timestamptz
  WHERE NOT EXISTS (SELECT 1 FROM login_place WHERE account = $4 AND place = $5
                      AND last_at > $3::timestamptz - interval '1 hour')
  ON CONFLICT (account, place) DO UPDATE SET last_at = excluded.last_at`;

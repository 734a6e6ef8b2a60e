import type { DataSource } from 'typeorm';
import type { AttemptKey, Failures, LoginAttempts } from '../domain/login-guard.js';

/** Failed logins in PostgreSQL: they outlive a restart and are the same for all replicas. */
export class PostgresLoginAttempts implements LoginAttempts {
  constructor(private readonly source: DataSource) {}

  async failures(keys: readonly AttemptKey[]): Promise<readonly Failures[]> {
    const rows = await this.source.query<{ key: string; count: number; last_at: Date }[]>(
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

  async clear({ key }: AttemptKey): Promise<void> {
    await this.source.query('DELETE FROM login_failure WHERE key = $1', [key]);
  }

  async isKnownPlace(account: string, place: string): Promise<boolean> {
    const rows = await this.source.query<unknown[]>(
      `SELECT 1 FROM login_place WHERE account = $1 AND place = $2 AND last_at > now() - interval '90 days'`,
      [account, place],
    );
    return rows.length > 0;
  }

  async rememberPlace(account: string, place: string, nowMs: number): Promise<void> {
    await this.source.query(
      `INSERT INTO login_place (account, place, last_at) VALUES ($1, $2, $3)
       ON CONFLICT (account, place) DO UPDATE SET last_at = excluded.last_at
       WHERE login_place.last_at < excluded.last_at - interval '1 hour'`,
      [account, place, new Date(nowMs)],
    );
  }
}

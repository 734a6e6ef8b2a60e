import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { BrowserTrust, KnownDevices } from './known-devices.js';

/** Of one person: who signs in without cookies has a new browser each time. */
const MOST_DEVICES = 100;
const FORGET = `DELETE FROM known_device WHERE user_id = $1 AND digest IN
  (SELECT digest FROM known_device WHERE user_id = $1 ORDER BY last_at DESC OFFSET ${MOST_DEVICES})`;

@Injectable()
export class PostgresKnownDevices implements KnownDevices {
  constructor(private readonly source: DataSource) {}

  async usersOf(digest: Buffer): Promise<ReadonlySet<string>> {
    const rows = await this.source.query<{ user_id: string }[]>(
      'SELECT user_id FROM known_device WHERE digest = $1',
      [digest],
    );
    return new Set(rows.map(({ user_id }) => user_id));
  }

  async remember(
    digest: Buffer,
    userId: string,
    { name, now }: { name: string; now: Date },
  ): Promise<boolean> {
    const [row] = await this.source.query<{ is_new: boolean; has_others: boolean }[]>(
      `WITH seen AS (
         INSERT INTO known_device (digest, user_id, browser, first_at, last_at)
         VALUES ($1, $2, $3, $4, $4)
         ON CONFLICT (digest, user_id) DO UPDATE SET browser = excluded.browser, last_at = excluded.last_at
         RETURNING xmax = 0 AS is_new)
       SELECT is_new, EXISTS (SELECT 1 FROM known_device WHERE user_id = $2) AS has_others FROM seen`,
      [digest, userId, name, now],
    );
    if (row?.is_new !== true) return false;
    await this.source.query(FORGET, [userId]);
    return row.has_others;
  }

  async trust({ digest, userId, as }: BrowserTrust, until: Date, next: Buffer): Promise<void> {
    await this.source.query(
      `UPDATE known_device SET digest = $5,
         trusted_until = CASE WHEN user_id = $2 THEN $3 ELSE trusted_until END,
         trusted_as = CASE WHEN user_id = $2 THEN $4 ELSE trusted_as END
       WHERE digest = $1`,
      [digest, userId, until, as, next],
    );
  }

  async isTrusted({ digest, userId, as }: BrowserTrust, now: Date): Promise<boolean> {
    const rows = await this.source.query<unknown[]>(
      `SELECT 1 FROM known_device
       WHERE digest = $1 AND user_id = $2 AND trusted_as = $3 AND trusted_until > $4`,
      [digest, userId, as, now],
    );
    return rows.length > 0;
  }
}

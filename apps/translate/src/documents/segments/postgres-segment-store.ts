import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { SegmentLimits, SegmentPlaces } from './remembered-segments.js';
import { SegmentSettings } from './segment.settings.js';

/** Keeps account of remembered translations in the service's own database, by its time. */
@Injectable()
export class PostgresSegmentStore implements SegmentPlaces {
  constructor(
    private readonly source: DataSource,
    private readonly settings: SegmentSettings,
  ) {}

  async isThere(id: string, owner: string): Promise<boolean> {
    const rows = await this.source.query<unknown[]>(
      'SELECT 1 FROM remembered_segments WHERE id = $1 AND owner = $2 AND expires_at > now()',
      [id, owner],
    );
    return rows.length > 0;
  }

  async change(id: string, owner: string, write: () => Promise<number>): Promise<void> {
    // Known before anything is written: what a kill leaves behind is swept.
    await this.source.query(...this.#insert(id, owner));
    await this.source.transaction(async (manager) => {
      await manager.query(...this.#insert(id, owner));
      const bytes = await write();
      await manager.query(
        'UPDATE remembered_segments SET bytes = $2, updated_at = now() WHERE id = $1',
        [id, bytes],
      );
    });
  }

  async removeAbove(
    owner: string,
    { bytes, places }: SegmentLimits,
    remove: (id: string) => Promise<void>,
  ): Promise<void> {
    const rows = await this.source.query<{ id: string }[]>(
      `SELECT id FROM (
         SELECT id, sum(bytes) OVER newest AS sum, row_number() OVER newest AS place
         FROM remembered_segments WHERE owner = $1
         WINDOW newest AS (ORDER BY updated_at DESC, id)
       ) AS ranked WHERE sum > $2 OR place > $3`,
      [owner, bytes, places],
    );
    for (const { id } of rows) await this.#remove(id, 'true', remove);
  }

  async removeExpired(remove: (id: string) => Promise<void>): Promise<void> {
    const rows = await this.source.query<{ id: string }[]>(
      'SELECT id FROM remembered_segments WHERE expires_at < now() ORDER BY expires_at',
    );
    for (const { id } of rows) await this.#remove(id, 'expires_at < now()', remove);
  }

  /** Whoever writes it now keeps it. */
  async #remove(
    id: string,
    condition: string,
    remove: (id: string) => Promise<void>,
  ): Promise<void> {
    await this.source.transaction(async (manager) => {
      const rows = await manager.query<unknown[]>(
        `SELECT 1 FROM remembered_segments WHERE id = $1 AND ${condition} FOR UPDATE SKIP LOCKED`,
        [id],
      );
      if (rows.length === 0) return;
      await remove(id);
      await manager.query('DELETE FROM remembered_segments WHERE id = $1', [id]);
    });
  }

  /** The row is the caller's alone then, in a transaction. */
  #insert(id: string, owner: string): [string, unknown[]] {
    return [
      `INSERT INTO remembered_segments (id, owner, expires_at)
       VALUES ($1, $2, now() + make_interval(days => $3))
       ON CONFLICT (id) DO UPDATE SET expires_at = excluded.expires_at`,
      [id, owner, this.settings.segmentRetentionDays],
    ];
  }
}

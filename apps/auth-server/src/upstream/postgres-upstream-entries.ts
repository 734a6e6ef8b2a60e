import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { PostgresChanges } from '../database/postgres-changes.js';
import { Sealer } from '../keys/sealer.js';
import { UpstreamEntries } from './upstream-entries.js';
import type { UpstreamEntry } from './upstream-file.js';

interface Row {
  readonly id: string;
  readonly entry: Omit<UpstreamEntry, 'client_secret'>;
  readonly sealed_secret: Buffer | null;
}

const contextOf = (id: string): string => `upstream ${id}`;

@Injectable()
export class PostgresUpstreamEntries implements UpstreamEntries {
  constructor(
    private readonly source: DataSource,
    private readonly sealer: Sealer,
    private readonly changes: PostgresChanges,
  ) {}

  async list(): Promise<readonly UpstreamEntry[]> {
    const rows = await this.source.query<Row[]>(
      'SELECT id, entry, sealed_secret FROM upstream_provider ORDER BY created_at, id',
    );
    return rows.map(({ id, entry, sealed_secret: sealed }) => ({
      ...entry,
      ...(sealed === null ? {} : { client_secret: this.sealer.open(sealed, contextOf(id)) }),
    }));
  }

  async put({ client_secret: secret, ...entry }: UpstreamEntry): Promise<void> {
    const sealed = secret === undefined ? null : this.sealer.seal(secret, contextOf(entry.id));
    await this.source.query(
      `INSERT INTO upstream_provider (id, entry, sealed_secret) VALUES ($1, $2, $3)
       ON CONFLICT (id) DO UPDATE SET entry = excluded.entry, sealed_secret = excluded.sealed_secret`,
      [entry.id, JSON.stringify(entry), sealed],
    );
    await this.changes.announce('upstreams');
  }

  async remove(id: string): Promise<void> {
    await this.source.query('DELETE FROM upstream_provider WHERE id = $1', [id]);
    await this.changes.announce('upstreams');
  }
}

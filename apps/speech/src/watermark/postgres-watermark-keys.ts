import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { DataSource } from 'typeorm';
import { WatermarkKeys } from './watermarks.js';

interface Row {
  readonly key: Buffer;
}

const KEY_BYTES = 32;
const REMEMBERED = 1000;

/** Keys never change: what was spoken is to be recognised for ever. */
@Injectable()
export class PostgresWatermarkKeys extends WatermarkKeys {
  readonly #known = new LRUCache<string, Buffer>({ max: REMEMBERED });

  constructor(private readonly source: DataSource) {
    super();
  }

  async of(workspace: string): Promise<Uint8Array> {
    const known = this.#known.get(workspace);
    if (known !== undefined) return known;
    await this.source.query(
      'INSERT INTO watermark_key (workspace, key) VALUES ($1, $2) ON CONFLICT (workspace) DO NOTHING',
      [workspace, randomBytes(KEY_BYTES)],
    );
    const key = await this.find(workspace);
    if (key === undefined) throw new Error('The key of watermarks is gone.');
    return key;
  }

  async find(workspace: string): Promise<Uint8Array | undefined> {
    const known = this.#known.get(workspace);
    if (known !== undefined) return known;
    const [row] = await this.source.query<Row[]>(
      'SELECT key FROM watermark_key WHERE workspace = $1',
      [workspace],
    );
    if (row !== undefined) this.#known.set(workspace, row.key);
    return row?.key;
  }

  async others(workspace: string, limit: number): Promise<readonly Uint8Array[]> {
    const rows = await this.source.query<Row[]>(
      'SELECT key FROM watermark_key WHERE workspace <> $1 ORDER BY created_at DESC LIMIT $2',
      [workspace, limit],
    );
    return rows.map(({ key }) => key);
  }
}

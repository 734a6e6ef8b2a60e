import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { CursorKey } from './voice-pages.js';

@Injectable()
export class PostgresCursorKey implements CursorKey {
  constructor(private readonly source: DataSource) {}

  async get(): Promise<Buffer> {
    const [row] = await this.source.query<{ readonly value: Buffer }[]>(
      `SELECT value FROM service_secret WHERE name = 'cursors'`,
    );
    if (row === undefined) throw new Error('The key of cursors is gone.');
    return row.value;
  }
}

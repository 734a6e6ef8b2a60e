import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Database } from '../../database/database.js';

/** `PostgresModule` closes it. */
@Injectable()
export class PostgresDatabase implements Database {
  constructor(private readonly source: DataSource) {}

  async ping(): Promise<void> {
    await this.source.query('SELECT 1');
  }
}

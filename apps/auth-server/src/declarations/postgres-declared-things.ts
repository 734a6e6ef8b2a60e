import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { DeclaredThing, DeclaredThings, ThingKind } from './declared-things.js';

@Injectable()
export class PostgresDeclaredThings implements DeclaredThings {
  constructor(private readonly source: DataSource) {}

  /** Clients, the first by the alphabet, before the scopes that they have. */
  list(): Promise<readonly DeclaredThing[]> {
    return this.source.query<DeclaredThing[]>(
      'SELECT kind, name, is_made AS "isMade" FROM declared_thing WHERE NOT is_removed ORDER BY kind, name',
    );
  }

  async keep({ kind, name, isMade }: DeclaredThing): Promise<void> {
    await this.source.query(
      `INSERT INTO declared_thing (kind, name, is_made) VALUES ($1, $2, $3)
       ON CONFLICT (kind, name) DO UPDATE
         SET is_removed = false, is_made = declared_thing.is_made OR excluded.is_made`,
      [kind, name, isMade],
    );
  }

  async forget(kind: ThingKind, name: string): Promise<void> {
    await this.source.query(
      'UPDATE declared_thing SET is_removed = true WHERE kind = $1 AND name = $2',
      [kind, name],
    );
  }
}

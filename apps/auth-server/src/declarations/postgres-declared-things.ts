import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { DeclaredThing, DeclaredThings, ThingKind } from './declared-things.js';

@Injectable()
export class PostgresDeclaredThings implements DeclaredThings {
  constructor(private readonly source: DataSource) {}

  /** Clients, the first by the alphabet, before the scopes that they have. */
  list(): Promise<readonly DeclaredThing[]> {
    return this.source.query<DeclaredThing[]>(
      'SELECT kind, name, is_made AS "isMade" FROM declared_thing ORDER BY kind, name',
    );
  }

  async keep({ kind, name, isMade }: DeclaredThing): Promise<void> {
    await this.source.query(
      `INSERT INTO declared_thing (kind, name, is_made) VALUES ($1, $2, $3)
       ON CONFLICT (kind, name) DO NOTHING`,
      [kind, name, isMade],
    );
  }

  async forget(kind: ThingKind, name: string): Promise<void> {
    await this.source.query('DELETE FROM declared_thing WHERE kind = $1 AND name = $2', [
      kind,
      name,
    ]);
  }
}

import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { LexiconEntry, StoredLexicon } from './lexicon.js';
import type { LexiconStore } from './lexicons.js';
import { isUuid } from '../database/uuid.js';

interface Row {
  readonly id: string;
  readonly workspace: string;
  readonly name: string;
  readonly language: string;
  readonly entries: readonly LexiconEntry[];
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** Keeps lexicons in the service's own database. */
@Injectable()
export class PostgresLexiconStore implements LexiconStore {
  constructor(private readonly source: DataSource) {}

  async insert(lexicon: StoredLexicon, most: number): Promise<boolean> {
    const { id, workspace, name, language, entries, createdAt, updatedAt } = lexicon;
    return await this.source.transaction(async (manager) => {
      await manager.query('SELECT pg_advisory_xact_lock(hashtext($1))', [
        `lexicons of ${workspace}`,
      ]);
      const rows = await manager.query<unknown[]>(
        `INSERT INTO lexicon (id, workspace, name, language, entries, created_at, updated_at)
         SELECT $1, $2, $3, $4, $5, $6, $7
         WHERE (SELECT count(*) FROM lexicon WHERE workspace = $2) < $8 RETURNING id`,
        [id, workspace, name, language, JSON.stringify(entries), createdAt, updatedAt, most],
      );
      return rows.length === 1;
    });
  }

  async find(workspace: string, id: string): Promise<StoredLexicon | undefined> {
    if (!isUuid(id)) return undefined;
    const [row] = await this.source.query<Row[]>(
      'SELECT * FROM lexicon WHERE workspace = $1 AND id = $2',
      [workspace, id],
    );
    return row && lexiconOf(row);
  }

  async list(workspace: string): Promise<readonly StoredLexicon[]> {
    const rows = await this.source.query<Row[]>(
      'SELECT * FROM lexicon WHERE workspace = $1 ORDER BY created_at, id',
      [workspace],
    );
    return rows.map(lexiconOf);
  }

  async replace({
    id,
    workspace,
    name,
    language,
    entries,
    updatedAt,
  }: StoredLexicon): Promise<boolean> {
    const [, count] = await this.source.query<[unknown[], number]>(
      `UPDATE lexicon SET name = $3, language = $4, entries = $5, updated_at = $6
       WHERE workspace = $1 AND id = $2`,
      [workspace, id, name, language, JSON.stringify(entries), updatedAt],
    );
    return count === 1;
  }

  async remove(workspace: string, id: string): Promise<boolean> {
    if (!isUuid(id)) return false;
    const [, count] = await this.source.query<[unknown[], number]>(
      'DELETE FROM lexicon WHERE workspace = $1 AND id = $2',
      [workspace, id],
    );
    return count === 1;
  }
}

const lexiconOf = ({ created_at, updated_at, ...row }: Row): StoredLexicon => ({
  ...row,
  createdAt: created_at,
  updatedAt: updated_at,
});

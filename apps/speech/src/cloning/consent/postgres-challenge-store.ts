import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ChallengeStore, ConsentChallenge } from './challenge.js';
import { isUuid } from '../../database/uuid.js';

interface Row {
  readonly id: string;
  readonly workspace: string;
  readonly full_name: string;
  readonly words: readonly string[];
  readonly phrase: string;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly used_at: Date | null;
}

/** Keeps challenges in the service's own database. */
@Injectable()
export class PostgresChallengeStore implements ChallengeStore {
  constructor(private readonly source: DataSource) {}

  async insert(challenge: ConsentChallenge): Promise<void> {
    const { id, workspace, fullName, words, phrase, createdAt, expiresAt } = challenge;
    await this.source.query(
      `INSERT INTO consent_challenge (id, workspace, full_name, words, phrase, created_at, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [id, workspace, fullName, words, phrase, createdAt, expiresAt],
    );
  }

  async find(workspace: string, id: string): Promise<ConsentChallenge | undefined> {
    if (!isUuid(id)) return undefined;
    const [row] = await this.source.query<Row[]>(
      'SELECT * FROM consent_challenge WHERE workspace = $1 AND id = $2',
      [workspace, id],
    );
    return row && challengeOf(row);
  }

  async use(workspace: string, id: string, at: Date): Promise<boolean> {
    const [rows] = await this.source.query<[unknown[], number]>(
      `UPDATE consent_challenge SET used_at = $3
       WHERE workspace = $1 AND id = $2 AND used_at IS NULL AND expires_at > $3 RETURNING id`,
      [workspace, id, at],
    );
    return rows.length === 1;
  }

  /** Challenges that expired before a time; what was consented stands in the ledger. */
  async sweep(before: Date): Promise<void> {
    await this.source.query('DELETE FROM consent_challenge WHERE expires_at < $1', [before]);
  }
}

const challengeOf = (row: Row): ConsentChallenge => ({
  id: row.id,
  workspace: row.workspace,
  fullName: row.full_name,
  words: row.words,
  phrase: row.phrase,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  usedAt: row.used_at ?? undefined,
});

import { Injectable } from '@nestjs/common';
import { Clock, Ids } from '@sextant/platform-runtime/clock';
import { afterCommit } from '@sextant/platform-data/postgres';
import { DataSource } from 'typeorm';
import type { AccountRequest, AccountRequests } from './account-mailer.js';
import { Sealer } from '../keys/sealer.js';

const LEASE_MS = 30_000;

/** Sealed, for people type passwords into the wrong fields. */
@Injectable()
export class PostgresAccountRequests implements AccountRequests {
  readonly #listeners = new Set<() => void>();

  constructor(
    private readonly source: DataSource,
    private readonly sealer: Sealer,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  onAdded(listener: () => void): void {
    this.#listeners.add(listener);
  }

  async add(request: Omit<AccountRequest, 'id'>): Promise<void> {
    const { source, sealer, clock, ids } = this;
    const id = ids.next();
    await source.query('INSERT INTO account_request (id, sealed, next_at) VALUES ($1, $2, $3)', [
      id,
      sealer.seal(JSON.stringify(request), contextOf(id)),
      new Date(clock.nowMs()),
    ]);
    await afterCommit(() => this.#listeners.forEach((listener) => listener()));
  }

  async take(): Promise<AccountRequest | undefined> {
    const { source, sealer, clock } = this;
    const now = clock.nowMs();
    const [rows] = await source.query<[{ id: string; sealed: Buffer }[], number]>(
      `UPDATE account_request SET next_at = $2
       WHERE id = (SELECT id FROM account_request WHERE next_at <= $1
                   ORDER BY next_at LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING id, sealed`,
      [new Date(now), new Date(now + LEASE_MS)],
    );
    const [row] = rows;
    if (row === undefined) return undefined;
    const request = JSON.parse(sealer.open(row.sealed, contextOf(row.id))) as AccountRequest;
    return { ...request, id: row.id };
  }

  async done(id: string): Promise<void> {
    await this.source.query('DELETE FROM account_request WHERE id = $1', [id]);
  }
}

const contextOf = (id: string): string => `account-request ${id}`;

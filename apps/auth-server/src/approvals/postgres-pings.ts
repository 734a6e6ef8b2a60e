import { Injectable } from '@nestjs/common';
import { Clock, Ids } from '@sextant/platform-runtime/clock';
import { afterCommit } from '@sextant/platform-data/postgres';
import { DataSource } from 'typeorm';
import type { DuePing, NewPing, Pings } from './pings.js';
import { Sealer } from '../keys/sealer.js';

interface Row {
  readonly id: string;
  readonly sealed: Buffer;
  readonly failures: number;
  readonly expires_at: Date;
}

/** Sealed, for they hold a token of the client and what it gets its tokens with. */
@Injectable()
export class PostgresPings implements Pings {
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

  async add({ expiresAt, ...ping }: NewPing): Promise<void> {
    const { source, sealer, clock, ids } = this;
    const id = ids.next();
    await source.query(
      'INSERT INTO ciba_ping (id, sealed, next_at, expires_at) VALUES ($1, $2, $3, $4)',
      [id, sealer.seal(JSON.stringify(ping), contextOf(id)), new Date(clock.nowMs()), expiresAt],
    );
    await afterCommit(() => this.#listeners.forEach((listener) => listener()));
  }

  async claim(leaseMs: number): Promise<DuePing | undefined> {
    const { source, sealer, clock } = this;
    const now = clock.nowMs();
    const [rows] = await source.query<[Row[], number]>(
      `UPDATE ciba_ping SET next_at = $2
       WHERE id = (SELECT id FROM ciba_ping WHERE next_at <= $1 AND expires_at > $1
                   ORDER BY next_at LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING id, sealed, failures, expires_at`,
      [new Date(now), new Date(now + leaseMs)],
    );
    const [row] = rows;
    if (row === undefined) return undefined;
    const { id, failures, expires_at: expiresAt } = row;
    const ping = JSON.parse(sealer.open(row.sealed, contextOf(id))) as Omit<NewPing, 'expiresAt'>;
    return { ...ping, id, failures, expiresAt };
  }

  async retry(id: string, failures: number, at: Date): Promise<void> {
    await this.source.query('UPDATE ciba_ping SET failures = $2, next_at = $3 WHERE id = $1', [
      id,
      failures,
      at,
    ]);
  }

  /** With those that are too late. */
  async remove(id: string): Promise<void> {
    await this.source.query('DELETE FROM ciba_ping WHERE id = $1 OR expires_at < $2', [
      id,
      new Date(this.clock.nowMs()),
    ]);
  }
}

const contextOf = (id: string): string => `ciba-ping ${id}`;

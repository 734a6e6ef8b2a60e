import type { DataSource, EntityManager } from 'typeorm';
import { INDEXER_LOCKS } from './indexer-locks.js';

/** Blocks that are final, indexed, and to be looked at again: both included. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Where a log is; no two have the same place in one chain. */
export interface LogPlace {
  readonly blockNumber: number;
  readonly logIndex: number;
}

/** How the logs of a span differ from what is stored of it. */
export interface Difference<T> {
  readonly missing: readonly T[];
  /** How many are stored, and not among the logs. */
  readonly unconfirmed: number;
}

/** Which of the two indexes. */
export interface Checked {
  readonly cursors: 'chain_cursors' | 'token_cursors';
  /** Tables with the places of what is stored. */
  readonly tables: readonly string[];
  /** The last block that may be looked at, in terms of `cursor` and `events`. */
  readonly bound: string;
}

export const EVENTS_CHECKED: Checked = {
  cursors: 'chain_cursors',
  tables: ['chain_events', 'chain_refusals'],
  bound: 'least(cursor.block_number, events.finalized_number)',
};

/** Behind the events, which tell of the tokens. */
export const TRANSFERS_CHECKED: Checked = {
  cursors: 'token_cursors',
  tables: ['token_transfers'],
  bound: 'least(cursor.block_number, events.checked_number)',
};

/** What of an index was looked at twice. */
export class PostgresGaps {
  constructor(
    private readonly source: DataSource,
    private readonly chainId: number,
    private readonly checked: Checked,
  ) {}

  async span(
    fromBlock: number,
    blocks: number,
    manager: EntityManager = this.source.manager,
  ): Promise<Span | undefined> {
    const { cursors, bound } = this.checked;
    const [row] = await manager.query<{ checked: string; until: string | null }[]>(
      `SELECT coalesce(cursor.checked_number, $2) AS checked, ${bound} AS until
       FROM ${cursors} cursor JOIN chain_cursors events ON events.chain_id = cursor.chain_id
       WHERE cursor.chain_id = $1`,
      [this.chainId, fromBlock - 1],
    );
    const from = Number(row?.checked) + 1;
    const to = Math.min(Number(row?.until ?? -1), from + blocks - 1);
    return row === undefined || to < from ? undefined : { from, to };
  }

  /** One replica at a time; and only what is still to be looked at. */
  async lock(manager: EntityManager, fromBlock: number, { from, to }: Span): Promise<boolean> {
    const [row] = await manager.query<{ held: boolean }[]>(
      'SELECT pg_try_advisory_xact_lock($1, $2) AS held',
      [INDEXER_LOCKS, this.chainId],
    );
    if (row?.held !== true) return false;
    const now = await this.span(fromBlock, to - from + 1, manager);
    return now?.from === from && now.to === to;
  }

  /** @param logs all that a second look at the span has */
  async difference<T extends LogPlace>(
    manager: EntityManager,
    { from, to }: Span,
    logs: readonly T[],
  ): Promise<Difference<T>> {
    const rows = await manager.query<{ place: string }[]>(
      this.checked.tables
        .map(
          (table) =>
            `SELECT block_number || '/' || log_index AS place FROM ${table}
             WHERE chain_id = $1 AND block_number BETWEEN $2 AND $3`,
        )
        .join(' UNION ALL '),
      [this.chainId, from, to],
    );
    const stored = new Set(rows.map(({ place }) => place));
    const missing = logs.filter((log) => !stored.has(placeOf(log)));
    return { missing, unconfirmed: stored.size - (logs.length - missing.length) };
  }

  async mark(manager: EntityManager, block: number): Promise<void> {
    await manager.query(
      `UPDATE ${this.checked.cursors} SET checked_number = $2 WHERE chain_id = $1`,
      [this.chainId, block],
    );
  }
}

const placeOf = ({ blockNumber, logIndex }: LogPlace): string => `${blockNumber}/${logIndex}`;

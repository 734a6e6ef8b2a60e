import type { EntityManager } from 'typeorm';
import type { FlowProgress } from './flow-progress.js';
import type { DecodedLogs, IndexedEvent, RefusedLog } from '../contracts/event-decoder.js';
import type { Block } from './log-reader.js';
import { takeTransfersBack } from './postgres-transfers.js';
import { conflictsIn, type SymbolConflict } from './symbol-conflicts.js';

export interface Cursor {
  /** The last block that was read. */
  readonly block: number;
  /** Blocks whose hashes are kept, the newest first. */
  readonly known: readonly Block[];
}

/** What a window of blocks brings. */
export interface Window extends DecodedLogs {
  readonly last: Block;
}

/** What of a window operators should hear of. */
export interface Kept {
  /** When it was decoded, or by the database. */
  readonly refused: readonly RefusedLog[];
  readonly conflicts: readonly SymbolConflict[];
}

/** Up to where blocks are safe, and final; 0 while none are. */
export interface FinalityMarks {
  readonly safe: number;
  readonly finalized: number;
}

/** Classes of SQLSTATE that speak of the data: an exception, a constraint, a limit of the program. */
const ABOUT_DATA = /^(22|23|54)/;

/** What is indexed of one chain, in the transactions of the indexer. */
export class PostgresEvents {
  constructor(
    private readonly chainId: number,
    private readonly progress: FlowProgress,
  ) {}

  async cursor(manager: EntityManager, fromBlock: number): Promise<Cursor> {
    const [row] = await manager.query<{ block: string }[]>(
      'SELECT block_number AS block FROM chain_cursors WHERE chain_id = $1',
      [this.chainId],
    );
    const known = await manager.query<{ number: string; hash: string }[]>(
      'SELECT number, hash FROM chain_blocks WHERE chain_id = $1 ORDER BY number DESC',
      [this.chainId],
    );
    return {
      block: row === undefined ? fromBlock - 1 : Number(row.block),
      known: known.map(({ number, hash }) => ({ number: Number(number), hash })),
    };
  }

  /** What came after a block has not happened. */
  async takeBack(manager: EntityManager, standing: number): Promise<void> {
    await this.progress.takeBack(manager, this.chainId, standing);
    await takeTransfersBack(manager, this.chainId, standing);
    for (const [table, column] of [
      ['chain_events', 'block_number'],
      ['chain_texts', 'block_number'],
      ['chain_refusals', 'block_number'],
      ['symbol_conflicts', 'block_number'],
      ['chain_blocks', 'number'],
    ]) {
      await manager.query(`DELETE FROM ${table} WHERE chain_id = $1 AND ${column} > $2`, [
        this.chainId,
        standing,
      ]);
    }
    await manager.query(
      `UPDATE chain_cursors SET block_number = $2, safe_number = least(safe_number, $2),
         finalized_number = least(finalized_number, $2), checked_number = least(checked_number, $2)
       WHERE chain_id = $1`,
      [this.chainId, standing],
    );
  }

  /** Stores a window. An event that the database does not take, for what is in it, is refused: nobody else waits for it. */
  async keep(manager: EntityManager, { events, refused, last }: Window): Promise<Kept> {
    const kept = await this.keepLogs(manager, { events, refused });
    const blocks = [
      ...new Map([
        ...[...events, ...kept.refused].map(
          ({ blockNumber, blockHash }) => [blockNumber, blockHash] as const,
        ),
        [last.number, last.hash],
      ]),
    ];
    await manager.query(
      `INSERT INTO chain_blocks (chain_id, number, hash)
       SELECT $1, * FROM unnest($2::bigint[], $3::text[]) ON CONFLICT DO NOTHING`,
      [this.chainId, blocks.map(([number]) => number), blocks.map(([, hash]) => hash)],
    );
    await manager.query(
      `INSERT INTO chain_cursors (chain_id, block_number, safe_number, finalized_number) VALUES ($1, $2, 0, 0)
       ON CONFLICT (chain_id) DO UPDATE SET block_number = excluded.block_number`,
      [this.chainId, last.number],
    );
    return kept;
  }

  /** Stores logs without moving the cursor. */
  async keepLogs(manager: EntityManager, { events, refused }: DecodedLogs): Promise<Kept> {
    const all = [...refused, ...(await this.#keepEvents(manager, events))];
    await this.#keepRefusals(manager, all);
    return { refused: all, conflicts: await conflictsIn(manager, this.chainId, events) };
  }

  /** What was final stays so, when a node that is behind knows less; a reorganization that goes deeper takes it back. */
  async markFinality(
    manager: EntityManager,
    { safe, finalized: marked }: FinalityMarks,
  ): Promise<void> {
    const [[row]] = await manager.query<[{ finalized: string }[], number]>(
      `UPDATE chain_cursors SET safe_number = greatest(safe_number, $2),
         finalized_number = greatest(finalized_number, $3)
       WHERE chain_id = $1 RETURNING finalized_number AS finalized`,
      [this.chainId, safe, marked],
    );
    const finalized = Number(row?.finalized ?? marked);
    await this.progress.finalize(manager, this.chainId, finalized);
    // Blocks that are final cannot change: their hashes, but for the newest of them, are not needed.
    await manager.query(
      `DELETE FROM chain_blocks WHERE chain_id = $1 AND number <
         (SELECT max(number) FROM chain_blocks WHERE chain_id = $1 AND number <= $2)`,
      [this.chainId, finalized],
    );
  }

  /** All together; one by one where that fails. @returns those that failed */
  async #keepEvents(
    manager: EntityManager,
    events: readonly IndexedEvent[],
  ): Promise<RefusedLog[]> {
    if (events.length === 0) return [];
    try {
      await manager.transaction((nested) => this.#insert(nested, events));
      return [];
    } catch (error) {
      const { code = '', message } = error as { readonly code?: string; readonly message: string };
      if (!ABOUT_DATA.test(code)) throw error;
      const [event] = events;
      if (events.length === 1 && event !== undefined) return [refusalOf(event, message)];
    }
    const half = events.length >> 1;
    return [
      ...(await this.#keepEvents(manager, events.slice(0, half))),
      ...(await this.#keepEvents(manager, events.slice(half))),
    ];
  }

  async #insert(manager: EntityManager, events: readonly IndexedEvent[]): Promise<void> {
    await manager.query(
      `INSERT INTO chain_events
         (chain_id, block_number, log_index, block_hash, transaction_hash, name, ipnft_id, args, replaced)
       SELECT $1, block_number, log_index, block_hash, transaction_hash, name, ipnft_id, args::jsonb,
         string_to_array(replaced, ',')
       FROM unnest($2::bigint[], $3::integer[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[])
         AS event (block_number, log_index, block_hash, transaction_hash, name, ipnft_id, args, replaced)`,
      [
        this.chainId,
        ...columns(events, [
          ({ blockNumber }) => blockNumber,
          ({ logIndex }) => logIndex,
          ({ blockHash }) => blockHash,
          ({ transactionHash }) => transactionHash,
          ({ name }) => name,
          ({ ipnftId }) => ipnftId,
          ({ args }) => JSON.stringify(args),
          ({ replaced }) => replaced.map(({ field }) => field).join(),
        ]),
      ],
    );
    await this.#keepTexts(manager, events);
    await this.progress.see(manager, this.chainId, events);
  }

  /** What could not be shown, as it is on the chain. */
  async #keepTexts(manager: EntityManager, events: readonly IndexedEvent[]): Promise<void> {
    const texts = events.flatMap(({ replaced, ...event }) =>
      replaced.map((text) => ({ ...event, ...text })),
    );
    if (texts.length === 0) return;
    await manager.query(
      `INSERT INTO chain_texts (chain_id, block_number, log_index, field, bytes)
       SELECT $1, * FROM unnest($2::bigint[], $3::integer[], $4::text[], $5::bytea[])`,
      [
        this.chainId,
        ...columns(texts, [
          ({ blockNumber }) => blockNumber,
          ({ logIndex }) => logIndex,
          ({ field }) => field,
          ({ bytes }) => Buffer.from(bytes),
        ]),
      ],
    );
  }

  async #keepRefusals(manager: EntityManager, refused: readonly RefusedLog[]): Promise<void> {
    if (refused.length === 0) return;
    await manager.query(
      `INSERT INTO chain_refusals
         (chain_id, block_number, log_index, block_hash, transaction_hash, contract, topic, reason)
       SELECT $1, * FROM unnest($2::bigint[], $3::integer[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])`,
      [
        this.chainId,
        ...columns(refused, [
          ({ blockNumber }) => blockNumber,
          ({ logIndex }) => logIndex,
          ({ blockHash }) => blockHash,
          ({ transactionHash }) => transactionHash,
          ({ contract }) => contract,
          ({ topic }) => topic,
          ({ reason }) => reason,
        ]),
      ],
    );
  }
}

/** A list of each member, as `unnest` takes them. */
const columns = <T>(rows: readonly T[], members: readonly ((row: T) => unknown)[]): unknown[][] =>
  members.map((member) => rows.map(member));

const refusalOf = (event: IndexedEvent, reason: string): RefusedLog => ({
  blockNumber: event.blockNumber,
  blockHash: event.blockHash,
  logIndex: event.logIndex,
  transactionHash: event.transactionHash,
  contract: event.args['contract'] ?? '',
  topic: event.name,
  reason: reason.slice(0, 200),
});

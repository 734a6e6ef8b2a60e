import type { Logger } from '@sextant/platform-logging';
import type { Problem } from '@sextant/platform-errors';
import type { DataSource, EntityManager } from 'typeorm';
import type { Observer } from '../../domain/observer.js';
import type { FlowProgress } from './flow-progress.js';
import type { Block, IndexedEvent, LogReader } from './log-reader.js';
import { RpcError } from './rpc.js';

export interface IndexerUses {
  readonly chainId: number;
  readonly reader: LogReader;
  readonly source: DataSource;
  readonly progress: FlowProgress;
  readonly logger: Logger;
  readonly observer: Pick<Observer, 'indexed' | 'reorganized'>;
  /** The first block that can hold events of the contracts. */
  readonly fromBlock: number;
  readonly pollMs: number;
}

/** Advisory locks of indexers are pairs: this number and the chain. */
const INDEXER_LOCKS = 0x19f7;
const MAX_WINDOW = 2000;

/**
 * Follows the contracts' events. Each window is one transaction; the hash of its last block is kept, and a hash that
 * the chain does not have any more, or a chain that is shorter, is a reorganization: what was read after the last
 * block that still stands is taken back. One replica at a time works on a chain.
 */
export class Indexer {
  #window = MAX_WINDOW;
  #isStopped = false;
  #running: Promise<void> | undefined;
  #rouse: () => void = () => undefined;

  constructor(private readonly uses: IndexerUses) {}

  start(): void {
    this.#running ??= this.#run();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#rouse();
    await this.#running;
  }

  /** Reads one window. @returns whether there is more to read at once */
  async step(): Promise<boolean> {
    const { reader, source } = this.uses;
    const head = await reader.block('latest');
    if (head === undefined) return false;
    return await source.transaction(async (manager) => {
      if (!(await this.#lock(manager))) return false;
      const cursor = await this.#cursor(manager);
      const standing = await this.#lastStandingBlock(manager, cursor);
      if (standing < cursor) await this.#rollBack(manager, standing, cursor);
      const isMore = await this.#read(manager, standing + 1, head);
      await this.#markFinality(manager, head);
      this.uses.observer.indexed(this.uses.chainId, head.number - (await this.#cursor(manager)));
      return isMore;
    });
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      let isMore = false;
      try {
        isMore = await this.step();
        this.uses.progress.wake();
      } catch (error) {
        const code = (error as Problem).code;
        this.uses.logger.warn('indexer.failed', { chainId: this.uses.chainId, code, err: error });
      }
      if (!isMore) await this.#sleep();
    }
  }

  async #lock(manager: EntityManager): Promise<boolean> {
    const [lock] = await manager.query<{ held: boolean }[]>(
      'SELECT pg_try_advisory_xact_lock($1, $2) AS held',
      [INDEXER_LOCKS, this.uses.chainId],
    );
    return lock?.held === true;
  }

  /** The last block that was read. */
  async #cursor(manager: EntityManager): Promise<number> {
    const [row] = await manager.query<{ number: string }[]>(
      'SELECT block_number AS number FROM chain_cursors WHERE chain_id = $1',
      [this.uses.chainId],
    );
    return row === undefined ? this.uses.fromBlock - 1 : Number(row.number);
  }

  /** Walks back over the blocks whose hashes are known until the chain has one of them still. */
  async #lastStandingBlock(manager: EntityManager, cursor: number): Promise<number> {
    for (let below = cursor + 1; ;) {
      const [known] = await manager.query<{ number: string; hash: string }[]>(
        `SELECT number, hash FROM chain_blocks WHERE chain_id = $1 AND number < $2
         ORDER BY number DESC LIMIT 1`,
        [this.uses.chainId, below],
      );
      if (known === undefined) return this.uses.fromBlock - 1;
      below = Number(known.number);
      if ((await this.uses.reader.block(below))?.hash === known.hash) return below;
    }
  }

  async #rollBack(manager: EntityManager, standing: number, cursor: number): Promise<void> {
    const { chainId, logger, observer, progress } = this.uses;
    observer.reorganized(chainId);
    logger.warn('indexer.reorganized', { chainId, standing, cursor });
    await progress.takeBack(manager, chainId, standing);
    for (const table of ['chain_events', 'chain_blocks']) {
      const column = table === 'chain_events' ? 'block_number' : 'number';
      await manager.query(`DELETE FROM ${table} WHERE chain_id = $1 AND ${column} > $2`, [
        chainId,
        standing,
      ]);
    }
    await manager.query('UPDATE chain_cursors SET block_number = $2 WHERE chain_id = $1', [
      chainId,
      standing,
    ]);
  }

  async #read(manager: EntityManager, from: number, head: Block): Promise<boolean> {
    if (from > head.number) return false;
    const to = Math.min(head.number, from + this.#window - 1);
    const last = to === head.number ? head : await this.uses.reader.block(to);
    const events = await this.#events(from, to);
    // The logs and the block were asked for one after the other: they must be of the same chain.
    const isSame = last !== undefined && (await this.uses.reader.block(to))?.hash === last.hash;
    if (events === undefined || !isSame) return true;
    await this.#keep(manager, events, last);
    return to < head.number;
  }

  /** `undefined` when the range was too large: it is halved for the next time. */
  async #events(from: number, to: number): Promise<readonly IndexedEvent[] | undefined> {
    try {
      const events = await this.uses.reader.events(from, to);
      this.#window = Math.min(MAX_WINDOW, this.#window * 2);
      return events;
    } catch (error) {
      if (!(error instanceof RpcError) || this.#window === 1) throw error;
      this.#window = Math.max(1, Math.floor(this.#window / 2));
      return undefined;
    }
  }

  async #keep(manager: EntityManager, events: readonly IndexedEvent[], last: Block): Promise<void> {
    const { chainId, progress } = this.uses;
    for (const event of events) {
      await manager.query(
        `INSERT INTO chain_events
           (chain_id, block_number, log_index, block_hash, transaction_hash, name, ipnft_id, args)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [
          chainId,
          event.blockNumber,
          event.logIndex,
          event.blockHash,
          event.transactionHash,
          event.name,
          event.ipnftId,
          JSON.stringify(event.args),
        ],
      );
      await progress.see(manager, chainId, event);
    }
    const blocks = [
      ...events.map(({ blockNumber, blockHash }) => [blockNumber, blockHash] as const),
      [last.number, last.hash] as const,
    ];
    for (const [number, hash] of blocks) {
      await manager.query(
        'INSERT INTO chain_blocks (chain_id, number, hash) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
        [chainId, number, hash],
      );
    }
    await manager.query(
      `INSERT INTO chain_cursors (chain_id, block_number, safe_number, finalized_number) VALUES ($1, $2, 0, 0)
       ON CONFLICT (chain_id) DO UPDATE SET block_number = excluded.block_number`,
      [chainId, last.number],
    );
  }

  async #markFinality(manager: EntityManager, head: Block): Promise<void> {
    const { chainId, reader, progress } = this.uses;
    const [safe, finalized] = await Promise.all([reader.block('safe'), reader.block('finalized')]);
    const marks = [safe, finalized].map((block) => Math.min(block?.number ?? 0, head.number));
    await manager.query(
      'UPDATE chain_cursors SET safe_number = $2, finalized_number = $3 WHERE chain_id = $1',
      [chainId, ...marks],
    );
    await progress.finalize(manager, chainId, marks[1] ?? 0);
    // Blocks that are final cannot change: their hashes, but for the newest of them, are not needed.
    await manager.query(
      `DELETE FROM chain_blocks WHERE chain_id = $1 AND number <
         (SELECT max(number) FROM chain_blocks WHERE chain_id = $1 AND number <= $2)`,
      [chainId, marks[1] ?? 0],
    );
  }

  #sleep(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.#isStopped ? 0 : this.uses.pollMs);
      this.#rouse = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

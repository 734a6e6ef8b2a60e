import type { Logger } from '@sextant/platform-runtime/logging';
import type { Problem } from '@sextant/platform-http/errors';
import type { DataSource, EntityManager } from 'typeorm';
import type { Observer } from '../../observability/observer.js';
import { PostgresEvents, type Cursor, type Window } from './postgres-events.js';
import type { FlowProgress } from './flow-progress.js';
import { FinalityReader } from './finality.js';
import type { GapFiller } from './gap-filler.js';
import { INDEXER_LOCKS } from './indexer-locks.js';
import type { Block, LogReader } from './log-reader.js';
import { ReadWindow } from './read-window.js';
import type { TokenIndexer } from './token-indexer.js';

export interface IndexerUses {
  readonly chainId: number;
  readonly reader: LogReader;
  readonly source: DataSource;
  /** Follows behind; absent where nobody asks for holders. */
  readonly tokens?: TokenIndexer;
  /** Looks a second time; absent where one look is enough. */
  readonly gaps?: GapFiller;
  readonly progress: FlowProgress;
  readonly logger: Logger;
  readonly observer: Pick<
    Observer,
    'head' | 'indexed' | 'refused' | 'reorganized' | 'symbolConflict'
  >;
  /** The first block that can hold events of the contracts. */
  readonly fromBlock: number;
  readonly pollMs: number;
  /** Blocks above one that is final, of a chain that does not say so itself. */
  readonly finalityDepth: number;
}

/**
 * Follows the contracts' events. Each window is one transaction, which begins when all of it has been fetched; the hash
 * of its last block is kept, and another hash at the same height is a reorganization: what was read after the last block
 * that still stands is taken back. A node that has not got a block, or has a lower head, is behind: what is indexed
 * stays, and the chain is looked at again. Of several replicas, one stores.
 */
export class Indexer {
  readonly #events: PostgresEvents;
  readonly #window = new ReadWindow();
  readonly #finality: FinalityReader;
  #isStopped = false;
  #running: Promise<void> | undefined;
  #rouse: () => void = () => undefined;

  constructor(private readonly uses: IndexerUses) {
    this.#events = new PostgresEvents(uses.chainId, uses.progress);
    this.#finality = new FinalityReader(uses.reader, uses.finalityDepth);
  }

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
    const { chainId, observer, reader, source } = this.uses;
    const head = await reader.block('latest');
    if (head === undefined) return false;
    observer.head(chainId, head.number);
    const cursor = await this.#events.cursor(source.manager, this.uses.fromBlock);
    observer.indexed(chainId, cursor.block);
    const standing = await this.#lastStandingBlock(cursor, head);
    if (standing === undefined) return false;
    const window = await this.#fetch(standing + 1, head);
    const finality = await this.#finality.marks(head);
    const read = window === 'refused' ? undefined : window;
    const isKept = await source.transaction(async (manager) => {
      if (!(await this.#lock(manager, cursor))) return false;
      if (standing < cursor.block) await this.#takeBack(manager, standing, cursor);
      if (read !== undefined) await this.#keep(manager, read);
      await this.#events.markFinality(manager, finality);
      return true;
    });
    if (!isKept) return false;
    const reached = read?.last.number ?? standing;
    observer.indexed(chainId, reached);
    return window !== undefined && reached < head.number;
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      const isMore = await this.#tried(async () => {
        const isBehind = await this.step();
        this.uses.progress.wake();
        return isBehind;
      });
      const isMoreOfTokens = await this.#tried(async () => await this.uses.tokens?.step());
      const isMoreToCheck = await this.#tried(async () => await this.uses.gaps?.step());
      if (!isMore && !isMoreOfTokens && !isMoreToCheck) await this.#sleep();
    }
  }

  async #tried(step: () => Promise<boolean | undefined>): Promise<boolean> {
    try {
      return (await step()) === true;
    } catch (error) {
      const code = (error as Problem).code;
      this.uses.logger.warn('indexer.failed', { chainId: this.uses.chainId, code, err: error });
      return false;
    }
  }

  /** One replica at a time; what was fetched is of use while nobody else has come further. */
  async #lock(manager: EntityManager, { block }: Cursor): Promise<boolean> {
    const { chainId, fromBlock } = this.uses;
    const [row] = await manager.query<{ held: boolean }[]>(
      'SELECT pg_try_advisory_xact_lock($1, $2) AS held',
      [INDEXER_LOCKS, chainId],
    );
    if (row?.held !== true) return false;
    return (await this.#events.cursor(manager, fromBlock)).block === block;
  }

  /**
   * The newest of the blocks whose hashes are known that the chain has still: below it, it has all of them. O(log n).
   *
   * @returns `undefined` while that cannot be told: the node is behind what is indexed
   */
  async #lastStandingBlock({ known }: Cursor, head: Block): Promise<number | undefined> {
    const there = known.filter(({ number }) => number <= head.number);
    const [newest] = there;
    if (newest === undefined) return known.length === 0 ? this.uses.fromBlock - 1 : undefined;
    const isNewest = await this.#stands(newest);
    if (isNewest === undefined) return undefined;
    if (isNewest) return there.length === known.length ? newest.number : undefined;
    return await this.#forkedAfter(there);
  }

  /** @param known blocks, the newest first, which does not stand */
  async #forkedAfter(known: readonly Block[]): Promise<number | undefined> {
    let [gone, standing] = [0, known.length];
    while (standing - gone > 1) {
      const middle = (gone + standing) >> 1;
      const block = known[middle];
      const isStanding = block === undefined ? undefined : await this.#stands(block);
      if (isStanding === undefined) return undefined;
      if (isStanding) standing = middle;
      else gone = middle;
    }
    return known[standing]?.number ?? this.uses.fromBlock - 1;
  }

  /** @returns `undefined` when the node that was asked has no block of this number */
  async #stands({ number, hash }: Block): Promise<boolean | undefined> {
    const block = await this.uses.reader.block(number);
    return block === undefined ? undefined : block.hash === hash;
  }

  async #takeBack(manager: EntityManager, standing: number, { block }: Cursor): Promise<void> {
    const { chainId, logger, observer } = this.uses;
    observer.reorganized(chainId);
    logger.warn('indexer.reorganized', { chainId, standing, cursor: block });
    await this.#events.takeBack(manager, standing);
  }

  /** `undefined` when there is nothing to read, or the node that was asked is behind, or the chain changed. */
  async #fetch(from: number, head: Block): Promise<Window | 'refused' | undefined> {
    if (from > head.number) return undefined;
    const to = Math.min(head.number, from + this.#window.blocks - 1);
    const last = to === head.number ? head : await this.uses.reader.block(to);
    if (last === undefined) return undefined;
    const logs = await this.#window.read({ from, to }, () => this.uses.reader.events(from, to));
    if (logs === undefined) return 'refused';
    // The logs and the block were asked for one after the other: they must be of the same chain.
    const isSame = (await this.uses.reader.block(to))?.hash === last.hash;
    return isSame ? { ...logs, last } : undefined;
  }

  async #keep(manager: EntityManager, window: Window): Promise<void> {
    const { chainId, logger, observer } = this.uses;
    const { refused, conflicts } = await this.#events.keep(manager, window);
    for (const conflict of conflicts) {
      observer.symbolConflict(chainId);
      logger.warn('indexer.symbol_conflict', { chainId, ...conflict });
    }
    for (const refusal of refused) {
      const { blockNumber, logIndex, transactionHash, topic, reason } = refusal;
      observer.refused(chainId);
      logger.warn('indexer.event_refused', {
        ...{ chainId, blockNumber, logIndex, transactionHash, topic, reason },
      });
    }
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

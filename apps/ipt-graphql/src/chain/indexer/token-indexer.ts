import type { Logger } from '@sextant/platform-runtime/logging';
import type { DataSource } from 'typeorm';
import type { Observer } from '../../observability/observer.js';
import { PostgresTransfers, type TransferCursor } from './postgres-transfers.js';
import { INDEXER_LOCKS } from './indexer-locks.js';
import type { LogReader } from './log-reader.js';
import { ReadWindow } from './read-window.js';
import type { ReadTransfers, TransferReader } from './transfer-reader.js';

export interface TokenIndexerUses {
  readonly chainId: number;
  readonly reader: LogReader;
  readonly transfers: TransferReader;
  readonly source: DataSource;
  readonly logger: Logger;
  readonly observer: Pick<Observer, 'refused' | 'tokensIndexed'>;
  /** The first block that can hold events of the contracts. */
  readonly fromBlock: number;
}

/**
 * Follows the transfers of all tokens that the Tokenizer made, behind the index of the contracts' events, which tells of
 * the tokens and of reorganizations. An index that began before tokens were followed is completed the same way.
 */
export class TokenIndexer {
  readonly #stored: PostgresTransfers;
  readonly #window = new ReadWindow();

  constructor(private readonly uses: TokenIndexerUses) {
    this.#stored = new PostgresTransfers(uses.source, uses.chainId);
  }

  /** Reads one window. @returns whether there is more to read at once */
  async step(): Promise<boolean> {
    const cursor = await this.#stored.cursor(this.uses.fromBlock);
    if (cursor === undefined) return false;
    this.uses.observer.tokensIndexed(this.uses.chainId, cursor.block);
    if (cursor.block >= cursor.head.number) return false;
    const to = Math.min(cursor.head.number, cursor.block + this.#window.blocks);
    const read = await this.#read(cursor, to);
    if (read === undefined) return true;
    const { head } = cursor;
    // What was read is of the chain that is indexed when that has this block before and after.
    if ((await this.uses.reader.block(head.number))?.hash !== head.hash) return false;
    const isKept = await this.#keep(cursor, to, read);
    if (isKept) this.uses.observer.tokensIndexed(this.uses.chainId, to);
    return isKept && to < head.number;
  }

  async #read({ block }: TransferCursor, to: number): Promise<ReadTransfers | undefined> {
    const tokens = await this.#stored.tokens(to);
    const range = { from: block + 1, to };
    return await this.#window.read(range, () => this.uses.transfers.transfers(tokens, range));
  }

  /** Of several replicas, one stores; and only while the index stands where it stood. */
  async #keep(cursor: TransferCursor, to: number, read: ReadTransfers): Promise<boolean> {
    const { chainId, fromBlock, logger, observer, source } = this.uses;
    const isKept = await source.transaction(async (manager) => {
      const [row] = await manager.query<{ held: boolean }[]>(
        'SELECT pg_try_advisory_xact_lock($1, $2) AS held',
        [INDEXER_LOCKS, chainId],
      );
      if (row?.held !== true) return false;
      const now = await this.#stored.cursor(fromBlock, manager);
      const isSame = now?.block === cursor.block && now.head.hash === cursor.head.hash;
      if (isSame) await this.#stored.keep(manager, read.transfers, to);
      return isSame;
    });
    if (!isKept) return false;
    for (const { address, blockNumber, logIndex, transactionHash } of read.refused) {
      observer.refused(chainId);
      logger.warn('indexer.transfer_refused', {
        ...{ chainId, address, transactionHash },
        ...{ blockNumber: Number(blockNumber), logIndex: Number(logIndex) },
      });
    }
    return true;
  }
}

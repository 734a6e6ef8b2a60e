import { systemClock } from '@sextant/platform-runtime/clock';
import { silentLogger } from '@sextant/platform-runtime/logging';
import type { TestDatabase } from '@sextant/platform-testing';
import { DataSource } from 'typeorm';
import { contractInterface } from '../src/chain/contracts/contracts.js';
import type { RpcLog } from '../src/chain/contracts/event-decoder.js';
import { FlowProgress } from '../src/chain/indexer/flow-progress.js';
import { GapFiller } from '../src/chain/indexer/gap-filler.js';
import { Indexer } from '../src/chain/indexer/indexer.js';
import { LogReader } from '../src/chain/indexer/log-reader.js';
import { Rpc, type RpcOptions } from '../src/chain/rpc/rpc.js';
import { TransferReader } from '../src/chain/indexer/transfer-reader.js';
import { PostgresFlows } from '../src/flows/postgres-flows.js';
import type { Observer } from '../src/observability/observer.js';
import { CHAIN_ID, IPNFT, TOKENIZER } from './simulated-chain.js';
import { silentObserver } from './silent-observer.js';
import type { StartedService } from './started-service.js';

export interface IndexedOptions extends Pick<RpcOptions, 'urls' | 'quorum'> {
  /** What the endpoints say, if it is not the id under which it is indexed: the service may index that itself. */
  readonly endpointChainId?: number;
  readonly addresses?: readonly string[];
  readonly finalityDepth?: number;
  readonly observer?: Partial<Observer>;
}

/** The index of a chain, one look after the other, in the database of a service that knows nothing of that chain. */
export class IndexedChain {
  readonly chainId: number;
  readonly indexer: Indexer;
  readonly gaps: GapFiller;
  readonly #database: TestDatabase;

  constructor(service: Pick<StartedService, 'running' | 'database'>, options: IndexedOptions) {
    const {
      endpointChainId = CHAIN_ID,
      addresses = [IPNFT, TOKENIZER],
      finalityDepth = 64,
    } = options;
    const observer = { ...silentObserver, ...options.observer };
    const { urls, quorum = 1 } = options;
    const rpc = new Rpc({
      ...{ chainId: endpointChainId, urls, quorum, timeoutMs: 60_000 },
      ...{ clock: systemClock, logger: silentLogger, observer },
    });
    const chainId = CHAIN_ID;
    const uses = {
      ...{ chainId, fromBlock: 0, pollMs: 1000, finalityDepth, logger: silentLogger, observer },
      reader: new LogReader(rpc, contractInterface(), addresses),
      transfers: new TransferReader(rpc),
      source: service.running.app.get(DataSource),
      progress: new FlowProgress(service.running.app.get(PostgresFlows)),
    };
    this.chainId = chainId;
    this.#database = service.database;
    this.indexer = new Indexer(uses);
    this.gaps = new GapFiller(uses);
  }

  async follow(): Promise<void> {
    while (await this.indexer.step());
  }

  async lookAgain(): Promise<void> {
    while (await this.gaps.step());
  }

  /** Where each stored event is, and in which block and transaction. */
  async stored(): Promise<readonly string[]> {
    const rows = await this.#database.query<{ place: string }>(
      `SELECT concat_ws(' ', block_number, log_index, block_hash, transaction_hash) AS place FROM chain_events
       WHERE chain_id = ${this.chainId} ORDER BY block_number, log_index`,
    );
    return rows.map(({ place }) => place);
  }

  async cursor(): Promise<{ readonly safe: number; readonly finalized: number }> {
    const [row] = await this.#database.query<{ safe: string; finalized: string }>(
      `SELECT safe_number AS safe, finalized_number AS finalized FROM chain_cursors WHERE chain_id = ${this.chainId}`,
    );
    return { safe: Number(row?.safe), finalized: Number(row?.finalized) };
  }

  /** Forgets all of it. */
  async forget(): Promise<void> {
    for (const table of ['chain_events', 'chain_blocks', 'chain_cursors', 'token_cursors']) {
      await this.#database.query(`DELETE FROM ${table} WHERE chain_id = ${this.chainId}`);
    }
  }
}

/** What `stored` must be for these logs of a chain. */
export const placesOf = (logs: readonly RpcLog[]): readonly string[] =>
  logs.map((log) =>
    [Number(log.blockNumber), Number(log.logIndex), log.blockHash, log.transactionHash].join(' '),
  );

import type { EntityManager } from 'typeorm';
import type { FlowKind, FlowStep } from '../../domain/flow.js';
import { FLOW_COLUMNS, type FlowRow, type PostgresFlows } from '../postgres/postgres-flows.js';
import type { IndexedEvent } from './log-reader.js';

interface Reach {
  readonly kind: FlowKind;
  readonly event: 'IPNFTMinted' | 'TokensCreated';
  readonly seen: FlowStep;
  readonly final: FlowStep;
  /** Where a flow stands again when the chain takes the event back. */
  readonly before: FlowStep;
}

const MINT: Reach = {
  kind: 'MINT',
  event: 'IPNFTMinted',
  seen: 'MINT_SEEN',
  final: 'MINTED',
  before: 'SIGNED_OFF',
};
const TOKENIZE: Reach = {
  kind: 'TOKENIZE',
  event: 'TokensCreated',
  seen: 'TOKENIZE_SEEN',
  final: 'TOKENIZED',
  before: 'TERMS_ISSUED',
};

/** Moves flows by what the chain shows, in the indexer's transactions. */
export class FlowProgress {
  constructor(private readonly flows: PostgresFlows) {}

  async see(manager: EntityManager, chainId: number, event: IndexedEvent): Promise<void> {
    if (event.name === 'IPNFTMinted') {
      await this.#takeSymbol(manager, chainId, event);
      await this.#reach(manager, chainId, MINT, event);
    }
    if (event.name === 'TokensCreated') await this.#reach(manager, chainId, TOKENIZE, event);
  }

  /** What came after the last block that stands has not happened. */
  async takeBack(manager: EntityManager, chainId: number, standing: number): Promise<void> {
    for (const { kind, event, before } of [MINT, TOKENIZE]) {
      const flows = await manager.query<FlowRow[]>(
        `SELECT ${FLOW_COLUMNS} FROM flows WHERE chain_id = $1 AND kind = $2 AND ipnft_id IN
           (SELECT ipnft_id FROM chain_events WHERE chain_id = $1 AND name = $3 AND block_number > $4)
         FOR UPDATE`,
        [chainId, kind, event, standing],
      );
      for (const flow of flows) await this.flows.move(manager, flow, before);
    }
    await manager.query(
      'DELETE FROM symbols WHERE chain_id = $1 AND block_number > $2 AND tenant IS NULL',
      [chainId, standing],
    );
  }

  async finalize(manager: EntityManager, chainId: number, finalized: number): Promise<void> {
    for (const { kind, event, seen, final } of [MINT, TOKENIZE]) {
      const flows = await manager.query<FlowRow[]>(
        `SELECT ${FLOW_COLUMNS} FROM flows WHERE chain_id = $1 AND kind = $2 AND step = $3 AND ipnft_id IN
           (SELECT ipnft_id FROM chain_events WHERE chain_id = $1 AND name = $4 AND block_number <= $5)
         FOR UPDATE`,
        [chainId, kind, seen, event, finalized],
      );
      for (const flow of flows) await this.flows.move(manager, flow, final);
    }
  }

  wake(): void {
    this.flows.wake();
  }

  async #reach(manager: EntityManager, chainId: number, reach: Reach, event: IndexedEvent) {
    const flows = await manager.query<FlowRow[]>(
      `SELECT ${FLOW_COLUMNS} FROM flows WHERE chain_id = $1 AND ipnft_id = $2 AND kind = $3 FOR UPDATE`,
      [chainId, event.ipnftId, reach.kind],
    );
    const symbol = event.args['symbol'] ?? '';
    for (const flow of flows) {
      // The deployed contract does not bind the symbol to the authorization.
      const isOther = reach.kind === 'MINT' && flow.symbol.toUpperCase() !== symbol.toUpperCase();
      const warning = `The symbol on the chain is "${symbol}", signed off was "${flow.symbol}".`;
      await this.flows.move(manager, flow, reach.seen, isOther ? { warning } : {});
    }
  }

  /** Symbols that were minted without this service are taken as well. */
  async #takeSymbol(manager: EntityManager, chainId: number, event: IndexedEvent): Promise<void> {
    await manager.query(
      `INSERT INTO symbols (chain_id, symbol, tenant, ipnft_id, block_number)
       VALUES ($1, upper($2), NULL, $3, $4) ON CONFLICT DO NOTHING`,
      [chainId, event.args['symbol'] ?? '', event.ipnftId, event.blockNumber],
    );
  }
}

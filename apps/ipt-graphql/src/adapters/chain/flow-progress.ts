import type { EntityManager } from 'typeorm';
import { SYMBOL } from '../../domain/fields.js';
import type { FlowKind, FlowStep } from '../../domain/flow.js';
import { FLOW_COLUMNS, type FlowRow, type PostgresFlows } from '../postgres/postgres-flows.js';
import type { IndexedEvent } from './event-decoder.js';

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

  /** @param events in their order on the chain */
  async see(
    manager: EntityManager,
    chainId: number,
    events: readonly IndexedEvent[],
  ): Promise<void> {
    const named = (wanted: Reach) => events.filter(({ name }) => name === wanted.event);
    await this.#takeSymbols(manager, chainId, named(MINT));
    await this.#reach(manager, chainId, MINT, named(MINT));
    await this.#reach(manager, chainId, TOKENIZE, named(TOKENIZE));
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

  async #reach(
    manager: EntityManager,
    chainId: number,
    reach: Reach,
    events: readonly IndexedEvent[],
  ): Promise<void> {
    if (events.length === 0) return;
    const symbols = new Map(events.map(({ ipnftId, args }) => [ipnftId, args['symbol'] ?? '']));
    const flows = await manager.query<FlowRow[]>(
      `SELECT ${FLOW_COLUMNS} FROM flows WHERE chain_id = $1 AND ipnft_id = ANY ($2) AND kind = $3
       ORDER BY id FOR UPDATE`,
      [chainId, [...symbols.keys()], reach.kind],
    );
    for (const flow of flows) {
      const symbol = symbols.get(flow.ipnftId) ?? '';
      // The deployed contract does not bind the symbol to the authorization.
      const isOther = reach.kind === 'MINT' && flow.symbol.toUpperCase() !== symbol.toUpperCase();
      const warning = `The symbol on the chain is "${symbol}", signed off was "${flow.symbol}".`;
      await this.flows.move(manager, flow, reach.seen, isOther ? { warning } : {});
    }
  }

  /** Symbols that were minted without this service are taken as well, if it could have given them out. */
  async #takeSymbols(
    manager: EntityManager,
    chainId: number,
    mints: readonly IndexedEvent[],
  ): Promise<void> {
    const taken = mints
      .map(({ ipnftId, blockNumber, args: { symbol = '' } }) => ({ symbol, ipnftId, blockNumber }))
      .filter(({ symbol }) => symbol.length <= SYMBOL.max && SYMBOL.pattern.test(symbol));
    if (taken.length === 0) return;
    await manager.query(
      `INSERT INTO symbols (chain_id, symbol, tenant, ipnft_id, block_number)
       SELECT $1, upper(symbol), NULL, ipnft_id, block_number
       FROM unnest($2::text[], $3::text[], $4::bigint[]) AS mint (symbol, ipnft_id, block_number)
       ON CONFLICT DO NOTHING`,
      [
        chainId,
        taken.map(({ symbol }) => symbol),
        taken.map(({ ipnftId }) => ipnftId),
        taken.map(({ blockNumber }) => blockNumber),
      ],
    );
  }
}

import type { EntityManager } from 'typeorm';
import type { FlowKind, FlowStep } from '../../flows/flow.js';
import { FLOW_COLUMNS, type FlowRow, type PostgresFlows } from '../../flows/postgres-flows.js';
import { flagConflicts, type SymbolConflict } from './symbol-conflicts.js';
import type { IndexedEvent } from '../contracts/event-decoder.js';

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

interface Seen {
  readonly events: readonly IndexedEvent[];
  readonly conflicts: readonly SymbolConflict[];
}

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
    const conflicts = await flagConflicts(manager, chainId, named(MINT));
    await this.#reach(manager, chainId, MINT, { events: named(MINT), conflicts });
    await this.#reach(manager, chainId, TOKENIZE, { events: named(TOKENIZE), conflicts: [] });
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
    { events, conflicts }: Seen,
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
      const conflict = conflicts.find(({ ipnftId }) => ipnftId === flow.ipnftId);
      const warning = reach.kind === 'MINT' ? warningOf(flow, symbol, conflict) : undefined;
      await this.flows.move(manager, flow, reach.seen, warning === undefined ? {} : { warning });
    }
  }
}

/** The deployed contract does not bind the symbol to the authorization, nor keep one from being minted twice. */
function warningOf(
  flow: FlowRow,
  symbol: string,
  conflict: SymbolConflict | undefined,
): string | undefined {
  const warnings = [
    ...(flow.symbol.toUpperCase() === symbol.toUpperCase()
      ? []
      : [`The symbol on the chain is "${symbol}", signed off was "${flow.symbol}".`]),
    ...(conflict === undefined
      ? []
      : [`SYMBOL_CONFLICT: the symbol was taken before, by IP-NFT ${conflict.holderIpnftId}.`]),
  ];
  return warnings.length === 0 ? undefined : warnings.join(' ');
}

import { Injectable } from '@nestjs/common';
import { PreparedStatements } from '@sextant/platform-data/postgres';
import DataLoader from 'dataloader';
import type {
  ChainIndex,
  Finality,
  IpnftsQuery,
  IpToken,
  Ipnft,
  IpnftEvent,
  IpnftEventKind,
  Reservation,
} from './explorer.js';
import type { PageOf } from '../flows/page-of.js';
import { globalId } from '../requests/requests.js';

export interface EventRow {
  readonly chainId: number;
  readonly ipnftId: string;
  readonly transactionHash: string;
  readonly blockNumber: string;
  readonly logIndex: number;
  readonly finality: Finality;
  readonly args: Readonly<Record<string, string>>;
  readonly replaced: readonly string[];
  readonly owner: string | null;
  readonly isConflict: boolean;
}

/** Mints with their newest transfer: the owner is whom the token went to last. */
export const events = (conflicts: 'LEFT JOIN' | 'JOIN') => `
  SELECT event.chain_id AS "chainId", event.ipnft_id AS "ipnftId", event.transaction_hash AS "transactionHash",
    event.block_number AS "blockNumber", event.log_index AS "logIndex", event.args, event.replaced,
    CASE WHEN event.block_number <= cursor.finalized_number THEN 'FINALIZED'
         WHEN event.block_number <= cursor.safe_number THEN 'SAFE' ELSE 'SEEN' END AS finality,
    (SELECT args ->> 'to' FROM chain_events transfer
     WHERE transfer.chain_id = event.chain_id AND transfer.name = 'Transfer'
       AND transfer.ipnft_id = event.ipnft_id
     ORDER BY block_number DESC, log_index DESC LIMIT 1) AS owner,
    conflict.chain_id IS NOT NULL AS "isConflict"
  FROM chain_events event JOIN chain_cursors cursor ON cursor.chain_id = event.chain_id
    ${conflicts} symbol_conflicts conflict ON conflict.chain_id = event.chain_id
      AND conflict.block_number = event.block_number AND conflict.log_index = event.log_index`;

/** The life of IP-NFTs: every mint is a transfer from nobody too, which says nothing more. */
const HISTORY = `
  SELECT event.*, CASE WHEN event."blockNumber" <= cursor.finalized_number THEN 'FINALIZED'
      WHEN event."blockNumber" <= cursor.safe_number THEN 'SAFE' ELSE 'SEEN' END AS finality
  FROM unnest($1::integer[], $2::text[]) AS place (chain_id, ipnft_id)
    JOIN chain_cursors cursor USING (chain_id)
    CROSS JOIN LATERAL (
      SELECT chain_id AS "chainId", ipnft_id AS "ipnftId", transaction_hash AS "transactionHash",
        block_number AS "blockNumber", log_index AS "logIndex", name, args
      FROM chain_events
      WHERE chain_events.chain_id = place.chain_id AND chain_events.ipnft_id = place.ipnft_id
        AND name IN ('Reserved', 'IPNFTMinted', 'Transfer', 'TokensCreated')
        AND NOT (name = 'Transfer' AND args ->> 'from' = '0x0000000000000000000000000000000000000000')
      ORDER BY block_number DESC, log_index DESC LIMIT 100
    ) event
  ORDER BY event."blockNumber", event."logIndex"`;

interface HistoryRow extends Pick<EventRow, 'chainId' | 'ipnftId' | 'transactionHash'> {
  readonly blockNumber: string;
  readonly finality: Finality;
  readonly name: EventName | 'Transfer';
  readonly args: Readonly<Record<string, string>>;
}

interface Place {
  readonly chainId: number;
  readonly ipnftId: string;
}

type EventName = 'IPNFTMinted' | 'Reserved' | 'TokensCreated';

/**
 * Reads what the indexer has stored. What is asked for at the same time, by one query or by many, is read together:
 * the chain is the same for all. Nothing is kept, since a block may be taken back.
 */
@Injectable()
export class PostgresChainIndex implements ChainIndex {
  readonly #minted = this.#loader('IPNFTMinted');
  readonly #reserved = this.#loader('Reserved');
  readonly #tokens = this.#loader('TokensCreated');

  readonly #histories = new DataLoader<Place, readonly HistoryRow[]>(
    (places) => this.#historiesOf(places),
    { cache: false, maxBatchSize: MAX_BATCH },
  );

  constructor(private readonly statements: PreparedStatements) {}

  async ipnft(chainId: number, ipnftId: string): Promise<Ipnft | undefined> {
    const [row] = await this.#minted.load({ chainId, ipnftId });
    return row === undefined ? undefined : toIpnft(row);
  }

  async reservation(chainId: number, ipnftId: string): Promise<Reservation | undefined> {
    const [row] = await this.#reserved.load({ chainId, ipnftId });
    return row === undefined
      ? undefined
      : { ...placeOf(row), ...onChain(row), reserver: row.args['reserver'] ?? '' };
  }

  async ipTokens(chainId: number, ipnftId: string): Promise<readonly IpToken[]> {
    return (await this.#tokens.load({ chainId, ipnftId })).map(toIpToken);
  }

  async history(chainId: number, ipnftId: string): Promise<readonly IpnftEvent[]> {
    return (await this.#histories.load({ chainId, ipnftId })).map(toIpnftEvent);
  }

  async pageOfIpnfts({ chainId, flag, limit, after }: IpnftsQuery): Promise<PageOf<Ipnft>> {
    const [block = -1, log = -1] = after;
    const rows = await this.statements.rows<EventRow>(
      `page of ipnfts ${flag ?? ''}`,
      `${events(flag === undefined ? 'LEFT JOIN' : 'JOIN')} WHERE event.chain_id = $1 AND event.name = 'IPNFTMinted'
         AND (event.block_number, event.log_index) > ($2, $3)
       ORDER BY event.block_number, event.log_index LIMIT $4`,
      [chainId, block, log, limit + 1],
    );
    const items = rows.slice(0, limit);
    const last = items.at(-1);
    return {
      items: items.map(toIpnft),
      next: rows.length > limit && last ? [Number(last.blockNumber), last.logIndex] : undefined,
    };
  }

  #loader(name: EventName): DataLoader<Place, readonly EventRow[]> {
    return new DataLoader((places) => this.#events(name, places), {
      cache: false,
      maxBatchSize: MAX_BATCH,
    });
  }

  async #historiesOf(places: readonly Place[]): Promise<readonly HistoryRow[][]> {
    const rows = await this.statements.rows<HistoryRow>('histories of ipnfts', HISTORY, [
      places.map(({ chainId }) => chainId),
      places.map(({ ipnftId }) => ipnftId),
    ]);
    const found = Map.groupBy(rows, (row) => keyOf(row));
    return places.map((place) => found.get(keyOf(place)) ?? []);
  }

  /** The events of each place, the oldest first. */
  async #events(name: EventName, places: readonly Place[]): Promise<readonly EventRow[][]> {
    const rows = await this.statements.rows<EventRow>(
      'events of ipnfts',
      `${events('LEFT JOIN')} WHERE event.name = $1
         AND (event.chain_id, event.ipnft_id) IN (SELECT * FROM unnest($2::integer[], $3::text[]))
       ORDER BY event.block_number, event.log_index`,
      [name, places.map(({ chainId }) => chainId), places.map(({ ipnftId }) => ipnftId)],
    );
    const found = Map.groupBy(rows, keyOf);
    return places.map((place) => found.get(keyOf(place)) ?? []);
  }
}

const MAX_BATCH = 200;

const keyOf = ({ chainId, ipnftId }: Place): string => `${chainId}/${ipnftId}`;

const placeOf = ({ chainId, ipnftId }: EventRow) => ({
  id: globalId(chainId, ipnftId),
  tokenId: ipnftId,
});

type Located = Pick<EventRow, 'chainId' | 'transactionHash' | 'blockNumber' | 'finality'>;

const onChain = ({ chainId, transactionHash, blockNumber, finality }: Located) => ({
  chainId,
  transactionHash,
  blockNumber: Number(blockNumber),
  finality,
});

export const toIpnft = (row: EventRow): Ipnft => ({
  ...placeOf(row),
  ...onChain(row),
  owner: row.owner ?? row.args['owner'] ?? '',
  tokenUri: row.args['tokenURI'] ?? '',
  symbol: row.args['symbol'] ?? '',
  replacedTexts: row.replaced,
  flags: row.isConflict ? ['SYMBOL_CONFLICT'] : [],
});

const toIpToken = (row: EventRow): IpToken => ({
  ...onChain(row),
  address: row.args['tokenContract'] ?? '',
  ipnftId: row.ipnftId,
  emitter: row.args['emitter'] ?? '',
  amountWei: row.args['amount'] ?? '',
  agreementCid: row.args['agreementCid'] ?? '',
  name: row.args['name'] ?? '',
  symbol: row.args['symbol'] ?? '',
  replacedTexts: row.replaced,
});

/** What each event says happened, and which of its arguments says to whom. */
const KINDS: Readonly<Record<HistoryRow['name'], readonly [IpnftEventKind, to: string]>> = {
  Reserved: ['RESERVED', 'reserver'],
  IPNFTMinted: ['MINTED', 'owner'],
  Transfer: ['TRANSFERRED', 'to'],
  TokensCreated: ['TOKENIZED', 'emitter'],
};

const toIpnftEvent = (row: HistoryRow): IpnftEvent => {
  const [kind, to] = KINDS[row.name];
  return { ...onChain(row), kind, from: row.args['from'] ?? null, to: row.args[to] ?? '' };
};

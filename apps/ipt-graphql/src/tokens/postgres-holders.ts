import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Slice, Window } from '../explorer/search.js';
import type { HeldToken, HolderIndex, TokenHolder } from './token-holders.js';
import { sliceOf } from '../explorer/postgres-search.js';

/** Reads what the indexer of tokens has stored. */
@Injectable()
export class PostgresHolders implements HolderIndex {
  constructor(private readonly source: DataSource) {}

  async isKnown({ chainId, token }: HeldToken): Promise<boolean> {
    const rows = await this.source.query<unknown[]>(
      `SELECT FROM chain_events
       WHERE chain_id = $1 AND name = 'TokensCreated' AND args ->> 'tokenContract' = $2 LIMIT 1`,
      [chainId, token],
    );
    return rows.length > 0;
  }

  /** Those with the most first, and of as many by their address. */
  async holders({ chainId, token }: HeldToken, window: Window): Promise<Slice<TokenHolder>> {
    const [[amount = null, holder = null], [least = null, last = null]] = [
      window.after,
      window.before,
    ];
    const order = window.isFromEnd ? 'amount, holder DESC' : 'amount DESC, holder';
    const rows = await this.source.query<TokenHolder[]>(
      `SELECT holder, amount::text AS "amountWei" FROM token_balances
       WHERE chain_id = $1 AND token = $2 AND amount > 0
         AND ($3::numeric IS NULL OR amount < $3::numeric OR (amount = $3::numeric AND holder > $4::text))
         AND ($5::numeric IS NULL OR amount > $5::numeric OR (amount = $5::numeric AND holder < $6::text))
       ORDER BY ${order} LIMIT $7`,
      [chainId, token, amount, holder, least, last, window.limit + 1],
    );
    return sliceOf(rows, window, (node) => ({ node, position: [node.amountWei, node.holder] }));
  }

  async countHolders({ chainId, token }: HeldToken): Promise<number> {
    const [row] = await this.source.query<{ count: string }[]>(
      'SELECT count(*) FROM token_balances WHERE chain_id = $1 AND token = $2 AND amount > 0',
      [chainId, token],
    );
    return Number(row?.count ?? 0);
  }
}

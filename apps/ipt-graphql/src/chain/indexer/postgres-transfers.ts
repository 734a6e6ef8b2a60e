import { ZeroAddress } from 'ethers';
import type { DataSource, EntityManager } from 'typeorm';
import type { Block } from './log-reader.js';
import type { TokenTransfer } from './transfer-reader.js';

export interface TransferCursor {
  /** The last block whose transfers are stored. */
  readonly block: number;
  /** The last block of the index of the contracts' events. */
  readonly head: Block;
}

/** What each holder gets or loses by some transfers; tokens come from nobody when they are made. */
const changesBy = (transfers: string): string => `
  SELECT chain_id, token, holder, sum(amount) AS amount FROM (
    SELECT chain_id, token, receiver AS holder, amount FROM ${transfers}
    UNION ALL SELECT chain_id, token, sender, -amount FROM ${transfers}
  ) change WHERE holder <> '${ZeroAddress}' GROUP BY chain_id, token, holder`;

/** Transfers of tokens of one chain, and the balances that they make, in the transactions of the indexer. */
export class PostgresTransfers {
  constructor(
    private readonly source: DataSource,
    private readonly chainId: number,
  ) {}

  /** `undefined` while nothing of the chain is indexed. */
  async cursor(
    fromBlock: number,
    manager: EntityManager = this.source.manager,
  ): Promise<TransferCursor | undefined> {
    const [row] = await manager.query<{ block: string; head: string; hash: string }[]>(
      `SELECT coalesce(token_cursor.block_number, $2) AS block, cursor.block_number AS head, block.hash
       FROM chain_cursors cursor
         JOIN chain_blocks block ON block.chain_id = cursor.chain_id AND block.number = cursor.block_number
         LEFT JOIN token_cursors token_cursor ON token_cursor.chain_id = cursor.chain_id
       WHERE cursor.chain_id = $1`,
      [this.chainId, fromBlock - 1],
    );
    if (row === undefined) return undefined;
    return { block: Number(row.block), head: { number: Number(row.head), hash: row.hash } };
  }

  /** The tokens that were made up to a block. */
  async tokens(block: number): Promise<readonly string[]> {
    const rows = await this.source.query<{ token: string }[]>(
      `SELECT DISTINCT args ->> 'tokenContract' AS token FROM chain_events
       WHERE chain_id = $1 AND name = 'TokensCreated' AND block_number <= $2`,
      [this.chainId, block],
    );
    return rows.map(({ token }) => token);
  }

  async keep(
    manager: EntityManager,
    transfers: readonly TokenTransfer[],
    block: number,
  ): Promise<void> {
    await this.keepTransfers(manager, transfers);
    await manager.query(
      `INSERT INTO token_cursors (chain_id, block_number) VALUES ($1, $2)
       ON CONFLICT (chain_id) DO UPDATE SET block_number = excluded.block_number`,
      [this.chainId, block],
    );
  }

  /** Stores transfers without moving the cursor. */
  async keepTransfers(manager: EntityManager, transfers: readonly TokenTransfer[]): Promise<void> {
    const column = <T>(member: (transfer: TokenTransfer) => T): T[] => transfers.map(member);
    await manager.query(
      `WITH stored AS (
         INSERT INTO token_transfers (chain_id, block_number, log_index, token, sender, receiver, amount)
         SELECT $1, * FROM unnest($2::bigint[], $3::integer[], $4::text[], $5::text[], $6::text[], $7::numeric[])
         RETURNING chain_id, token, sender, receiver, amount)
       INSERT INTO token_balances (chain_id, token, holder, amount) ${changesBy('stored')}
       ON CONFLICT (chain_id, token, holder)
       DO UPDATE SET amount = token_balances.amount + excluded.amount`,
      [
        this.chainId,
        column(({ blockNumber }) => blockNumber),
        column(({ logIndex }) => logIndex),
        column(({ token }) => token),
        column(({ from }) => from),
        column(({ to }) => to),
        column(({ amountWei }) => amountWei),
      ],
    );
  }
}

/** What came after a block has not happened. */
export async function takeTransfersBack(
  manager: EntityManager,
  chainId: number,
  standing: number,
): Promise<void> {
  await manager.query(
    `WITH gone AS (
       DELETE FROM token_transfers WHERE chain_id = $1 AND block_number > $2
       RETURNING chain_id, token, sender, receiver, amount)
     UPDATE token_balances balance SET amount = balance.amount - change.amount
     FROM (${changesBy('gone')}) change
     WHERE balance.chain_id = change.chain_id AND balance.token = change.token AND balance.holder = change.holder`,
    [chainId, standing],
  );
  await manager.query(
    `UPDATE token_cursors SET block_number = least(block_number, $2), checked_number = least(checked_number, $2)
     WHERE chain_id = $1`,
    [chainId, standing],
  );
}

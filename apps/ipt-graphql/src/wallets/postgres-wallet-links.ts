import { Injectable } from '@nestjs/common';
import { Clock } from '@sextant/platform-runtime/clock';
import { DataSource, type EntityManager } from 'typeorm';
import type {
  LinkedWallet,
  LinkOutcome,
  UsedNonce,
  WalletLinks,
  WalletNonce,
} from './linked-wallets.js';

const WALLET = `address, chain_id AS "chainId", is_contract AS "isContract", linked_at AS "linkedAt"`;
/** Of one person; each further one ends the oldest. */
const MAX_NONCES = 10;

/** Keeps nonces and linked wallets in PostgreSQL, for all replicas. */
@Injectable()
export class PostgresWalletLinks implements WalletLinks {
  constructor(
    private readonly source: DataSource,
    private readonly clock: Clock,
  ) {}

  async addNonce({ subject, nonce, expiresAt }: WalletNonce): Promise<void> {
    await this.source.transaction(async (manager) => {
      await manager.query('DELETE FROM wallet_nonces WHERE expires_at <= $1', [this.#now()]);
      await manager.query(
        `DELETE FROM wallet_nonces WHERE nonce IN (
           SELECT nonce FROM wallet_nonces WHERE subject = $1 ORDER BY expires_at DESC OFFSET $2)`,
        [subject, MAX_NONCES - 1],
      );
      await manager.query(
        'INSERT INTO wallet_nonces (nonce, subject, expires_at) VALUES ($1, $2, $3)',
        [nonce, subject, expiresAt],
      );
    });
  }

  async isOpen({ subject, nonce }: UsedNonce): Promise<boolean> {
    const rows = await this.source.query<unknown[]>(
      'SELECT FROM wallet_nonces WHERE nonce = $1 AND subject = $2 AND expires_at > $3',
      [nonce, subject, this.#now()],
    );
    return rows.length > 0;
  }

  async link(
    used: UsedNonce,
    { address, chainId, isContract }: Omit<LinkedWallet, 'linkedAt'>,
    most: number,
  ): Promise<LinkOutcome> {
    const { subject } = used;
    return await this.source.transaction(async (manager) => {
      // Whoever links for the same person at the same time waits: both would count the same.
      await manager.query('SELECT pg_advisory_xact_lock(hashtext($1))', [`wallets of ${subject}`]);
      const others = await manager.query<unknown[]>(
        'SELECT FROM linked_wallets WHERE subject = $1 AND (address, chain_id) <> ($2, $3)',
        [subject, address, chainId],
      );
      if (others.length >= most) return 'TOO_MANY';
      if (!(await this.#takeNonce(manager, used))) return 'NONCE_USED';
      await manager.query(
        `INSERT INTO linked_wallets (subject, address, chain_id, is_contract) VALUES ($1, $2, $3, $4)
         ON CONFLICT (subject, address, chain_id) DO UPDATE SET is_contract = excluded.is_contract`,
        [subject, address, chainId, isContract],
      );
      return 'LINKED';
    });
  }

  of(subject: string): Promise<readonly LinkedWallet[]> {
    return this.source.query<LinkedWallet[]>(
      `SELECT ${WALLET} FROM linked_wallets WHERE subject = $1 ORDER BY linked_at, address, chain_id`,
      [subject],
    );
  }

  async unlink(subject: string, address: string): Promise<readonly LinkedWallet[]> {
    const [rows] = await this.source.query<[LinkedWallet[], number]>(
      `DELETE FROM linked_wallets WHERE subject = $1 AND address = $2 RETURNING ${WALLET}`,
      [subject, address],
    );
    return rows;
  }

  async #takeNonce(manager: EntityManager, { subject, nonce }: UsedNonce): Promise<boolean> {
    const [, count] = await manager.query<[unknown[], number]>(
      'DELETE FROM wallet_nonces WHERE nonce = $1 AND subject = $2 AND expires_at > $3',
      [nonce, subject, this.#now()],
    );
    return count > 0;
  }

  #now(): Date {
    return new Date(this.clock.nowMs());
  }
}

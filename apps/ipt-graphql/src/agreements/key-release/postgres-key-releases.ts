import { Injectable } from '@nestjs/common';
import { Clock } from '@sextant/platform-runtime/clock';
import { DataSource } from 'typeorm';
import type { Caller } from '../../access/caller.js';
import type { KeyChallenge, KeyRelease, KeyReleases } from './key-release.js';

const CHALLENGE = `nonce, tenant, key_id AS "keyId", wallet, cid, message, expires_at AS "expiresAt"`;
const USABLE = 'nonce = $1 AND tenant = $2 AND key_id = $3 AND expires_at > $4';
/** Of one key or token; each further one ends the oldest. */
const MAX_CHALLENGES = 100;

/** Keeps challenges in PostgreSQL, for all replicas, and what was released. */
@Injectable()
export class PostgresKeyReleases implements KeyReleases {
  constructor(
    private readonly source: DataSource,
    private readonly clock: Clock,
  ) {}

  async add({ nonce, tenant, keyId, wallet, cid, message, expiresAt }: KeyChallenge) {
    await this.source.transaction(async (manager) => {
      await manager.query('DELETE FROM key_challenges WHERE expires_at <= $1', [this.#now()]);
      await manager.query(
        `DELETE FROM key_challenges WHERE nonce IN (
           SELECT nonce FROM key_challenges WHERE tenant = $1 AND key_id = $2 ORDER BY expires_at DESC OFFSET $3)`,
        [tenant, keyId, MAX_CHALLENGES - 1],
      );
      await manager.query(
        `INSERT INTO key_challenges (nonce, tenant, key_id, wallet, cid, message, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)`,
        [nonce, tenant, keyId, wallet, cid, message, expiresAt],
      );
    });
  }

  async open(
    nonce: string,
    { tenant, keyId }: Pick<Caller, 'tenant' | 'keyId'>,
  ): Promise<KeyChallenge | undefined> {
    const [row] = await this.source.query<KeyChallenge[]>(
      `SELECT ${CHALLENGE} FROM key_challenges WHERE ${USABLE}`,
      [nonce, tenant, keyId, this.#now()],
    );
    return row;
  }

  async use({ challenge, agreement, subject }: KeyRelease): Promise<boolean> {
    const { nonce, tenant, keyId, wallet, cid } = challenge;
    return await this.source.transaction(async (manager) => {
      // Whoever uses it at the same time waits here, and finds nothing.
      const [, count] = await manager.query<[unknown[], number]>(
        `DELETE FROM key_challenges WHERE ${USABLE}`,
        [nonce, tenant, keyId, this.#now()],
      );
      if (count === 0) return false;
      await manager.query(
        `INSERT INTO key_releases (tenant, api_key_id, subject, chain_id, ipnft_id, cid, key_id, wallet)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [
          ...[tenant, keyId, subject ?? null, agreement.chainId, agreement.ipnftId],
          ...[cid, agreement.keyId, wallet],
        ],
      );
      return true;
    });
  }

  #now(): Date {
    return new Date(this.clock.nowMs());
  }
}

import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { OwnerSignature } from './safe-message.js';
import type { SafeSignatureStore, SafeTextKey, StoredSignature } from './safe-signatures.js';

const TEXT = 'tenant = $1 AND chain_id = $2 AND safe = $3 AND digest = $4';

/** Keeps what owners of Safes have signed in PostgreSQL. */
@Injectable()
export class PostgresSafeSignatures implements SafeSignatureStore {
  constructor(private readonly source: DataSource) {}

  of({ tenant, chainId, safe, digest }: SafeTextKey): Promise<readonly StoredSignature[]> {
    return this.source.query<StoredSignature[]>(
      `SELECT owner, kind, signature, signed_at AS "signedAt" FROM safe_signatures
       WHERE ${TEXT} ORDER BY signed_at, owner`,
      [tenant, chainId, safe, digest],
    );
  }

  async put(
    { tenant, chainId, safe, digest }: SafeTextKey,
    { owner, kind, signature }: OwnerSignature,
    owners: readonly string[],
  ): Promise<void> {
    const text = [tenant, chainId, safe, digest];
    await this.source.transaction(async (manager) => {
      await manager.query(`DELETE FROM safe_signatures WHERE ${TEXT} AND owner <> ALL ($5)`, [
        ...text,
        owners,
      ]);
      await manager.query(
        `INSERT INTO safe_signatures (tenant, chain_id, safe, digest, owner, kind, signature)
         VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (tenant, chain_id, safe, digest, owner)
         DO UPDATE SET kind = excluded.kind, signature = excluded.signature, signed_at = excluded.signed_at
         WHERE (safe_signatures.kind, safe_signatures.signature) <> (excluded.kind, excluded.signature)`,
        [...text, owner, kind, signature],
      );
    });
  }
}

import type { EntityManager } from 'typeorm';
import type { AuthorizationChoice, AuthorizationKey, AuthorizationRecord } from './ledger.js';

const AUTHORIZATION = `tenant, key_id AS "keyId", chain_id AS "chainId", ipnft_id AS "ipnftId", minter,
  recipient AS "to", token_uri AS "tokenUri", symbol, terms_signature AS "termsSignature",
  signed_authorization AS "authorization", signer`;

const MARK_LAST = 'INSERT INTO last_authorizations (tenant, chain_id, ipnft_id, sequence)';
const OR_REPLACE =
  'ON CONFLICT (tenant, chain_id, ipnft_id) DO UPDATE SET sequence = excluded.sequence';

export async function findAuthorization(
  manager: EntityManager,
  { tenant, chainId, ipnftId, minter, to, tokenUri, signer }: AuthorizationKey,
): Promise<AuthorizationRecord | undefined> {
  const [row] = await manager.query<AuthorizationRecord[]>(
    `SELECT ${AUTHORIZATION} FROM authorizations
     WHERE tenant = $1 AND chain_id = $2 AND ipnft_id = $3 AND minter = $4 AND recipient = $5 AND token_uri = $6
       AND signer = $7`,
    [tenant, chainId, ipnftId, minter, to, tokenUri, signer],
  );
  return row;
}

/** The new one is the last one that was asked for. */
export async function insertAuthorization(
  manager: EntityManager,
  record: AuthorizationRecord,
): Promise<void> {
  await manager.query(
    `WITH made AS (
       INSERT INTO authorizations (tenant, key_id, chain_id, ipnft_id, minter, recipient, token_uri, symbol,
         terms_signature, signed_authorization, signer, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, now())
       RETURNING tenant, chain_id, ipnft_id, sequence)
     ${MARK_LAST} SELECT * FROM made ${OR_REPLACE}`,
    [
      record.tenant,
      record.keyId,
      record.chainId,
      record.ipnftId,
      record.minter,
      record.to,
      record.tokenUri,
      record.symbol,
      record.termsSignature,
      record.authorization,
      record.signer,
    ],
  );
}

/** The rows themselves are the audit, which nothing changes: which was asked for last is kept beside them. */
export async function markLast(
  manager: EntityManager,
  { tenant, chainId, ipnftId, minter, to, tokenUri, signer }: AuthorizationKey,
): Promise<void> {
  await manager.query(
    `${MARK_LAST} SELECT tenant, chain_id, ipnft_id, sequence FROM authorizations
     WHERE tenant = $1 AND chain_id = $2 AND ipnft_id = $3 AND minter = $4 AND recipient = $5 AND token_uri = $6
       AND signer = $7
     ${OR_REPLACE}`,
    [tenant, chainId, ipnftId, minter, to, tokenUri, signer],
  );
}

export async function lastAuthorization(
  manager: EntityManager,
  { tenant, chainId, ipnftId, to, tokenUri }: AuthorizationChoice,
): Promise<AuthorizationRecord | undefined> {
  const [row] = await manager.query<AuthorizationRecord[]>(
    `SELECT ${AUTHORIZATION} FROM authorizations
     WHERE tenant = $1 AND chain_id = $2 AND ipnft_id = $3
       AND recipient = coalesce($4, recipient) AND token_uri = coalesce($5, token_uri)
     ORDER BY sequence IN (SELECT sequence FROM last_authorizations
                           WHERE tenant = $1 AND chain_id = $2 AND ipnft_id = $3) DESC, sequence DESC
     LIMIT 1`,
    [tenant, chainId, ipnftId, to ?? null, tokenUri ?? null],
  );
  return row;
}

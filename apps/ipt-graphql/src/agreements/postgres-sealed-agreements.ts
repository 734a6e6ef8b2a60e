import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type {
  SealedAgreement,
  SealedAgreements,
  SealedContent,
  SealedKey,
  SealedPlace,
} from './sealed-agreements.js';

const COLUMNS = `tenant, chain_id AS "chainId", ipnft_id AS "ipnftId", document_hash AS "documentHash", wallet,
  key_id AS "keyId", wrapped_key AS "wrappedKey", cid, pdf_cid AS "pdfCid", content_hash AS "contentHash"`;
const PLACE = 'tenant = $1 AND chain_id = $2 AND ipnft_id = $3 AND document_hash = $4';

type Row = SealedKey & { readonly [Name in keyof SealedContent]: string | null };

/** Keeps wrapped keys of agreements in PostgreSQL. */
@Injectable()
export class PostgresSealedAgreements implements SealedAgreements {
  constructor(private readonly source: DataSource) {}

  async find(place: SealedPlace): Promise<SealedAgreement | undefined> {
    const [row] = await this.source.query<Row[]>(
      `SELECT ${COLUMNS} FROM sealed_agreements WHERE ${PLACE}`,
      valuesOf(place),
    );
    return row === undefined ? undefined : agreementOf(row);
  }

  async keep({ wallet, keyId, wrappedKey, ...place }: SealedKey): Promise<SealedAgreement> {
    await this.source.query(
      `INSERT INTO sealed_agreements (tenant, chain_id, ipnft_id, document_hash, wallet, key_id, wrapped_key)
       VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (tenant, chain_id, ipnft_id, document_hash) DO NOTHING`,
      [...valuesOf(place), wallet, keyId, wrappedKey],
    );
    const kept = await this.find(place);
    if (kept === undefined) throw new Error('A key that was kept is gone.');
    return kept;
  }

  async settle(place: SealedPlace, { cid, pdfCid, contentHash }: SealedContent): Promise<void> {
    await this.source.query(
      `UPDATE sealed_agreements SET cid = $5, pdf_cid = $6, content_hash = $7 WHERE ${PLACE} AND cid IS NULL`,
      [...valuesOf(place), cid, pdfCid, contentHash],
    );
  }

  async byCids(tenant: string, cids: readonly string[]): Promise<readonly SealedAgreement[]> {
    const rows = await this.source.query<Row[]>(
      `SELECT ${COLUMNS} FROM sealed_agreements WHERE tenant = $1 AND cid = ANY ($2)`,
      [tenant, cids],
    );
    return rows.map(agreementOf);
  }
}

const valuesOf = ({ tenant, chainId, ipnftId, documentHash }: SealedPlace) => [
  tenant,
  chainId,
  ipnftId,
  documentHash,
];

function agreementOf({ cid, pdfCid, contentHash, ...key }: Row): SealedAgreement {
  const isStored = cid !== null && pdfCid !== null && contentHash !== null;
  return { ...key, content: isStored ? { cid, pdfCid, contentHash } : undefined };
}

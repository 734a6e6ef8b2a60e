import { Injectable } from '@nestjs/common';
import { PreparedStatements } from '@sextant/platform-data/postgres';
import { DataSource, type EntityManager } from 'typeorm';
import { stepAfter, type Flow, type FlowStep } from '../flows/flow.js';
import type {
  AuthorizationChoice,
  AuthorizationKey,
  AuthorizationRecord,
  DocumentKind,
  DocumentRecord,
  Ledger,
  SignOffRecord,
  UploadRecord,
} from './ledger.js';
import type { FlowKey } from '../flows/flow.js';
import type { PageOf } from '../flows/page-of.js';
import {
  findAuthorization,
  insertAuthorization,
  lastAuthorization,
  markLast,
} from './postgres-authorizations.js';
import { PostgresSymbols } from '../symbols/postgres-symbols.js';
import { FLOW_COLUMNS, type FlowRow, PostgresFlows } from '../flows/postgres-flows.js';

const DOCUMENT = `tenant, chain_id AS "chainId", ipnft_id AS "ipnftId", kind, cid, content_hash AS "contentHash",
  symbol, wallet, companion_cid AS "companionCid"`;
const UPLOAD = `id, tenant, ipnft_id AS "ipnftId", key, content_type AS "contentType", expires_at AS "expiresAt",
  stored_at AS "storedAt"`;

/** More uploads of one key are not looked at: only the newest count. */
const UPLOADS_LOOKED_AT = 5;

/** Keeps everything in PostgreSQL. */
@Injectable()
export class PostgresLedger implements Ledger {
  readonly #prepared: PreparedStatements;

  constructor(
    private readonly source: DataSource,
    private readonly moves: PostgresFlows,
    private readonly symbols: PostgresSymbols,
  ) {
    this.#prepared = new PreparedStatements(source);
  }

  async recordAgreement(document: DocumentRecord): Promise<void> {
    const kind = document.kind === 'MEMBERSHIP' ? 'TOKENIZE' : 'MINT';
    await this.inTransaction(async (manager) => {
      await insertDocument(manager, document);
      const { symbol, wallet } = document;
      await this.moves.start(manager, { ...document, kind }, { symbol, wallet });
    });
  }

  async recordUpload(upload: UploadRecord): Promise<void> {
    const { id, tenant, ipnftId, key, contentType, expiresAt } = upload;
    await this.inTransaction(async (manager) => {
      await manager.query(
        `INSERT INTO uploads (id, tenant, ipnft_id, key, content_type, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6)`,
        [id, tenant, ipnftId, key, contentType, expiresAt],
      );
      await this.everyMintFlow(manager, upload, 'UPLOAD_ISSUED');
    });
  }

  async storeUpload(id: string): Promise<boolean> {
    return await this.inTransaction(async (manager) => {
      const [rows] = await manager.query<[UploadRecord[], number]>(
        `UPDATE uploads SET stored_at = now() WHERE id = $1 AND stored_at IS NULL RETURNING ${UPLOAD}`,
        [id],
      );
      const [upload] = rows;
      if (upload === undefined) return false;
      await this.everyMintFlow(manager, upload, 'IMAGE_STORED');
      return true;
    });
  }

  async findUpload(id: string): Promise<UploadRecord | undefined> {
    const [row] = await this.source.query<UploadRecord[]>(
      `SELECT ${UPLOAD} FROM uploads WHERE id = $1`,
      [id],
    );
    return row;
  }

  uploadsOf(tenant: string, ipnftId: string, key: string): Promise<readonly UploadRecord[]> {
    return this.source.query<UploadRecord[]>(
      `SELECT ${UPLOAD} FROM uploads WHERE tenant = $1 AND ipnft_id = $2 AND key = $3
       ORDER BY stored_at DESC NULLS LAST, sequence DESC LIMIT ${UPLOADS_LOOKED_AT}`,
      [tenant, ipnftId, key],
    );
  }

  async recordMetadata(document: DocumentRecord): Promise<void> {
    await this.inTransaction(async (manager) => {
      await insertDocument(manager, document);
      await this.moves.done(manager, { ...document, kind: 'MINT' }, 'METADATA_PINNED');
    });
  }

  documents(tenant: string, cid: string, kind: DocumentKind): Promise<readonly DocumentRecord[]> {
    return this.#prepared.rows<DocumentRecord>(
      'documents',
      `SELECT ${DOCUMENT} FROM documents WHERE tenant = $1 AND cid = $2 AND kind = $3
       ORDER BY sequence DESC`,
      [tenant, cid, kind],
    );
  }

  agreementsByHash(
    tenant: string,
    ipnftId: string,
    hashes: readonly string[],
  ): Promise<readonly DocumentRecord[]> {
    return this.source.query<DocumentRecord[]>(
      `SELECT ${DOCUMENT} FROM documents
       WHERE tenant = $1 AND ipnft_id = $2 AND content_hash = ANY($3) AND kind = 'ASSIGNMENT'`,
      [tenant, ipnftId, hashes],
    );
  }

  async recordStep(key: FlowKey, step: FlowStep): Promise<void> {
    // Asking for terms again changes nothing: there is nothing to lock then.
    const flows = await this.flows(key.tenant, key.ipnftId);
    const flow = flows.find(({ chainId, kind }) => chainId === key.chainId && kind === key.kind);
    if (flow === undefined || stepAfter(flow.kind, flow.step, step) === flow.step) return;
    await this.inTransaction((manager) => this.moves.done(manager, key, step));
  }

  flows(tenant: string, ipnftId: string): Promise<readonly Flow[]> {
    return this.#prepared.rows<FlowRow>(
      'flows of ipnft',
      `SELECT ${FLOW_COLUMNS} FROM flows WHERE tenant = $1 AND ipnft_id = $2 ORDER BY chain_id, kind`,
      [tenant, ipnftId],
    );
  }

  async pageOfFlows(
    tenant: string,
    limit: number,
    [after = 0]: readonly unknown[],
  ): Promise<PageOf<Flow>> {
    const rows = await this.#prepared.rows<FlowRow>(
      'page of flows',
      `SELECT ${FLOW_COLUMNS} FROM flows WHERE tenant = $1 AND sequence > $2 ORDER BY sequence LIMIT $3`,
      [tenant, after, limit + 1],
    );
    const items = rows.slice(0, limit);
    const last = items.at(-1);
    return { items, next: rows.length > limit && last ? [last.sequence] : undefined };
  }

  async repeatAuthorization(key: AuthorizationKey): Promise<AuthorizationRecord | undefined> {
    const { manager } = this.source;
    const record = await findAuthorization(manager, key);
    if (record === undefined) return undefined;
    const holder = await this.symbols.holderOf(record.chainId, record.symbol);
    if (holder?.tenant !== key.tenant || holder.ipnftId !== key.ipnftId) return undefined;
    await markLast(manager, key);
    return record;
  }

  lastAuthorization(choice: AuthorizationChoice): Promise<AuthorizationRecord | undefined> {
    return lastAuthorization(this.source.manager, choice);
  }

  signOff(request: SignOffRecord, sign: () => Promise<string>): Promise<AuthorizationRecord> {
    return this.inTransaction(async (manager) => {
      await this.symbols.take(manager, request);
      // The symbol's row is locked now: whoever asks for the same waits, and finds what is stored here.
      const earlier = await findAuthorization(manager, request);
      if (earlier !== undefined) {
        await markLast(manager, request);
        return earlier;
      }
      const record = { ...request, authorization: await sign() };
      await insertAuthorization(manager, record);
      await this.moves.signedOff(manager, { ...request, kind: 'MINT' }, request.symbol);
      return record;
    });
  }

  /** An image is bound to no chain: all flows of the IP-NFT move. */
  private async everyMintFlow(
    manager: EntityManager,
    { tenant, ipnftId }: Pick<UploadRecord, 'tenant' | 'ipnftId'>,
    step: FlowStep,
  ): Promise<void> {
    const flows = await manager.query<FlowRow[]>(
      `SELECT ${FLOW_COLUMNS} FROM flows WHERE tenant = $1 AND ipnft_id = $2 AND kind = 'MINT'
       ORDER BY chain_id`,
      [tenant, ipnftId],
    );
    for (const { chainId, kind, step: from } of flows) {
      // Many uploads of one IP-NFT need not wait for each other where none moves it.
      if (stepAfter(kind, from, step) === from) continue;
      await this.moves.done(manager, { tenant, chainId, ipnftId, kind: 'MINT' }, step);
    }
  }

  private async inTransaction<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    const result = await this.source.transaction(work);
    this.moves.wake();
    return result;
  }
}

async function insertDocument(manager: EntityManager, document: DocumentRecord): Promise<void> {
  const { tenant, chainId, ipnftId, kind, cid, contentHash, symbol, wallet, companionCid } =
    document;
  await manager.query(
    `INSERT INTO documents
       (tenant, chain_id, ipnft_id, kind, cid, content_hash, symbol, wallet, companion_cid, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, now())
     ON CONFLICT (tenant, cid, kind, chain_id, ipnft_id)
     DO UPDATE SET companion_cid = excluded.companion_cid, wallet = excluded.wallet`,
    [tenant, chainId, ipnftId, kind, cid, contentHash, symbol, wallet, companionCid],
  );
}

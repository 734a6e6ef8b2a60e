import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DOCUMENT_ERRORS } from './document-errors.js';
import type {
  DocumentJob,
  DocumentJobStore,
  DocumentLimits,
  DocumentPage,
  DocumentProgress,
  DocumentStatus,
  NewDocument,
} from './document-job.js';
import type { Plan } from '../access/scopes.js';
import type { PlaceholderFormat } from '../text/placeholder-formats.js';
import { DocumentSettings } from './documents.settings.js';

interface Row {
  readonly id: string;
  readonly owner: string;
  readonly key_id: string;
  readonly plan: Plan;
  readonly custom_tag: string;
  readonly key_digest: Buffer;
  readonly target_lang: string;
  readonly format: string;
  readonly bytes: string;
  readonly status: DocumentStatus;
  readonly characters: string;
  readonly reused_characters: string | null;
  readonly units: number;
  readonly kept_texts: number;
  readonly placeholder_formats: readonly PlaceholderFormat[];
  readonly units_done: number;
  readonly parts: number;
  readonly error: string | null;
  readonly created_at: Date;
  readonly started_at: Date | null;
  readonly expires_at: Date;
  readonly idle_ms: string;
  readonly is_held: boolean | null;
}

const COLUMNS = `id, owner, key_id, plan, custom_tag, key_digest, target_lang, format, bytes, status,
  characters, reused_characters, units, kept_texts, placeholder_formats, units_done, parts, error, created_at, started_at,
  expires_at, (extract(epoch FROM now() - updated_at) * 1000)::bigint AS idle_ms, held_until > now() AS is_held`;

/** A process that was killed gives up what it holds after this. */
const HOLD = "now() + interval '12 seconds'";
/** The same for a result that is being downloaded. */
const HOLD_OF_RESULT = "now() + interval '1 minute'";
/** No upload takes longer; the place of one that was killed is free again then. */
const UPLOADED_FOR = "now() + interval '15 minutes'";
const UNFINISHED_FOR = "now() + interval '24 hours'";
/** Whoever still works on a discarded document has noticed by then. */
const DISCARDED_FOR = "now() + interval '5 minutes'";
const MOST_EXPIRED = 100;

const IS_UNFINISHED = "status IN ('queued', 'translating')";
const IS_THERE = "status <> 'discarded' AND expires_at > now()";
const IS_FREE = '(held_until IS NULL OR held_until < now())';

/** Keeps documents on their way in the service's own database, by its time. */
@Injectable()
export class PostgresDocumentStore implements DocumentJobStore {
  constructor(
    private readonly source: DataSource,
    private readonly settings: DocumentSettings,
  ) {}

  async insert(job: NewDocument, limits: DocumentLimits): Promise<void> {
    await this.source.transaction(async (manager) => {
      const { owner, keyId, plan, customTag } = job.customer;
      // Two uploads of one owner are counted one after the other.
      await manager.query("SELECT pg_advisory_xact_lock(hashtextextended('documents:' || $1, 0))", [
        owner,
      ]);
      const [present] = await manager.query<{ unfinished: string; bytes: string }[]>(
        `SELECT count(*) FILTER (WHERE ${IS_UNFINISHED}) AS unfinished, coalesce(sum(bytes), 0) AS bytes
         FROM documents WHERE owner = $1 AND ${IS_THERE}`,
        [owner],
      );
      checkLimits(job, limits, {
        unfinished: Number(present?.unfinished ?? 0),
        bytes: Number(present?.bytes ?? 0),
      });
      await manager.query(
        `INSERT INTO documents (id, owner, key_id, plan, custom_tag, key_digest, target_lang, format,
           bytes, characters, units, reused_characters, kept_texts, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, ${UPLOADED_FOR})`,
        [
          ...[job.id, owner, keyId, plan, customTag, job.keyDigest, job.targetLang, job.format],
          ...[job.bytes, job.characters, job.units, job.reusedCharacters, job.keptTexts],
        ],
      );
    });
  }

  async uploaded(id: string): Promise<void> {
    await this.source.query(`UPDATE documents SET expires_at = ${UNFINISHED_FOR} WHERE id = $1`, [
      id,
    ]);
  }

  async find(id: string, owner: string): Promise<DocumentJob | undefined> {
    if (!isId(id)) return undefined;
    return await this.#first(
      `SELECT ${COLUMNS} FROM documents WHERE id = $1 AND owner = $2 AND ${IS_THERE}`,
      [id.toUpperCase(), owner],
    );
  }

  async list(
    owner: string,
    { skip, take }: { readonly skip: number; readonly take: number },
  ): Promise<DocumentPage> {
    const rows = await this.source.query<Row[]>(
      `SELECT ${COLUMNS} FROM documents WHERE owner = $1 AND ${IS_THERE}
       ORDER BY created_at DESC, id OFFSET $2 LIMIT $3`,
      [owner, skip, take],
    );
    const [counted] = await this.source.query<{ total: string }[]>(
      `SELECT count(*) AS total FROM documents WHERE owner = $1 AND ${IS_THERE}`,
      [owner],
    );
    return { documents: rows.map(toJob), total: Number(counted?.total ?? 0) };
  }

  async hold(id: string, worker: string): Promise<DocumentJob | undefined> {
    return await this.#changed(
      `UPDATE documents SET status = 'translating', worker = $2, held_until = ${HOLD},
         started_at = coalesce(started_at, now())
       WHERE id = $1 AND ${IS_UNFINISHED} AND ${IS_THERE} AND ${IS_FREE} RETURNING ${COLUMNS}`,
      [id, worker],
    );
  }

  async renew(id: string, worker: string): Promise<boolean> {
    return await this.#isChanged(`held_until = ${HOLD}`, [id, worker]);
  }

  async progress(
    id: string,
    worker: string,
    { unitsDone, parts, placeholderFormats }: DocumentProgress,
  ): Promise<boolean> {
    return await this.#isChanged(
      `held_until = ${HOLD}, updated_at = now(), units_done = $3, parts = $4, placeholder_formats = $5`,
      [id, worker, unitsDone, parts, placeholderFormats],
    );
  }

  async finish(
    id: string,
    worker: string,
    outcome: Parameters<DocumentJobStore['finish']>[2],
  ): Promise<boolean> {
    const error = outcome.status === 'error' ? outcome.error : null;
    return await this.#isChanged(
      `held_until = NULL, worker = NULL, updated_at = now(), status = $3, error = $4,
       expires_at = now() + make_interval(mins => $5)`,
      [id, worker, outcome.status, error, this.settings.documentRetentionMinutes],
    );
  }

  async release(id: string, worker: string): Promise<void> {
    await this.source.query(
      'UPDATE documents SET held_until = NULL, worker = NULL WHERE id = $1 AND worker = $2',
      [id, worker],
    );
  }

  async holdResult(id: string, worker: string): Promise<boolean> {
    const job = await this.#changed(
      `UPDATE documents SET worker = $2, held_until = ${HOLD_OF_RESULT}
       WHERE id = $1 AND status = 'done' AND ${IS_THERE} AND ${IS_FREE} RETURNING ${COLUMNS}`,
      [id, worker],
    );
    return job !== undefined;
  }

  async keepResult(id: string, worker: string): Promise<boolean> {
    const job = await this.#changed(
      `UPDATE documents SET held_until = ${HOLD_OF_RESULT}
       WHERE id = $1 AND worker = $2 AND status = 'done' RETURNING ${COLUMNS}`,
      [id, worker],
    );
    return job !== undefined;
  }

  async discard(id: string, owner: string): Promise<DocumentJob | undefined> {
    if (!isId(id)) return undefined;
    return await this.#changed(
      `UPDATE documents SET status = 'discarded', expires_at = ${DISCARDED_FOR}
       WHERE id = $1 AND owner = $2 AND ${IS_THERE} RETURNING ${COLUMNS}`,
      [id.toUpperCase(), owner],
    );
  }

  async expired(): Promise<readonly DocumentJob[]> {
    const rows = await this.source.query<Row[]>(
      `SELECT ${COLUMNS} FROM documents WHERE expires_at < now() AND ${IS_FREE}
       ORDER BY expires_at LIMIT ${String(MOST_EXPIRED)}`,
    );
    return rows.map(toJob);
  }

  async delete(id: string): Promise<void> {
    await this.source.query('DELETE FROM documents WHERE id = $1', [id]);
  }

  async putOff(id: string): Promise<void> {
    await this.source.query(
      "UPDATE documents SET held_until = now() + interval '10 minutes' WHERE id = $1",
      [id],
    );
  }

  /** What the worker still holds. */
  async #isChanged(change: string, parameters: readonly unknown[]): Promise<boolean> {
    const job = await this.#changed(
      `UPDATE documents SET ${change}
       WHERE id = $1 AND worker = $2 AND status = 'translating' RETURNING ${COLUMNS}`,
      parameters,
    );
    return job !== undefined;
  }

  async #first(
    statement: string,
    parameters: readonly unknown[],
  ): Promise<DocumentJob | undefined> {
    const [row] = await this.source.query<Row[]>(statement, [...parameters]);
    return row && toJob(row);
  }

  /** An update answers with its rows and their number. */
  async #changed(
    statement: string,
    parameters: readonly unknown[],
  ): Promise<DocumentJob | undefined> {
    const [[row]] = await this.source.query<[Row[], number]>(statement, [...parameters]);
    return row && toJob(row);
  }
}

/** What is none is not asked for: the database refuses some characters. */
const isId = (id: string): boolean => /^[0-9a-f]{32}$/i.test(id);

function checkLimits(
  { bytes }: NewDocument,
  limits: DocumentLimits,
  present: { readonly unfinished: number; readonly bytes: number },
): void {
  if (present.unfinished >= limits.unfinished) {
    throw DOCUMENT_ERRORS.limit({ headers: { 'Retry-After': '10' } });
  }
  if (present.bytes + bytes > limits.storedBytes) {
    throw DOCUMENT_ERRORS.storageLimit({ headers: { 'Retry-After': '60' } });
  }
}

const toJob = (row: Row): DocumentJob => ({
  id: row.id,
  customer: {
    owner: row.owner,
    keyId: row.key_id,
    plan: row.plan,
    customTag: row.custom_tag,
  },
  keyDigest: row.key_digest,
  targetLang: row.target_lang,
  format: row.format,
  bytes: Number(row.bytes),
  status: row.status,
  characters: Number(row.characters),
  reusedCharacters: row.reused_characters === null ? undefined : Number(row.reused_characters),
  units: row.units,
  keptTexts: row.kept_texts,
  placeholderFormats: row.placeholder_formats,
  unitsDone: row.units_done,
  parts: row.parts,
  error: row.error ?? undefined,
  createdAt: row.created_at,
  startedAt: row.started_at ?? undefined,
  expiresAt: row.expires_at,
  idleMs: Number(row.idle_ms),
  isHeld: row.is_held === true,
});

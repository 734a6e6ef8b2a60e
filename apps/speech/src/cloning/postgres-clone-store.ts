import { Injectable } from '@nestjs/common';
import { Clock } from '@sextant/platform-runtime/clock';
import { Outbox } from '@sextant/platform-events';
import { QueryFailedError, DataSource, type EntityManager } from 'typeorm';
import {
  canonical,
  FIRST_HASH,
  hashOf,
  type ConsentFacts,
  type ConsentRecord,
} from './consent/consent-record.js';
import type { Clone } from './clone.js';
import { NotStored, type CloneAddition, type CloneStore } from './clone-store.js';
import { TOPIC } from '../database/topic.js';
import { isUuid } from '../database/uuid.js';

interface Row {
  readonly id: string;
  readonly workspace: string;
  readonly voice: Omit<Clone, 'id' | 'workspace' | 'createdAt'>;
  readonly created_at: Date;
}

/** Of `pg_advisory_xact_lock`: changes of one workspace's clones and consents happen one after the other. */
const LOCK = 7;

const EVENTS: Readonly<Record<ConsentFacts['kind'], string>> = {
  granted: 'org.sextant.speech.voice.created',
  declared: 'org.sextant.speech.voice.created',
  revoked: 'org.sextant.speech.voice.consent_revoked',
  voice_deleted: 'org.sextant.speech.voice.deleted',
};

/** Keeps clones in the service's own database, with the ledger of consents and the events of the audit. */
@Injectable()
export class PostgresCloneStore implements CloneStore {
  constructor(
    private readonly source: DataSource,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  async find(workspace: string, id: string): Promise<Clone | undefined> {
    if (!isUuid(id)) return undefined;
    const [row] = await this.source.query<Row[]>(
      'SELECT * FROM cloned_voice WHERE workspace = $1 AND id = $2',
      [workspace, id],
    );
    return row && cloneOf(row);
  }

  async list(workspace: string): Promise<readonly Clone[]> {
    const rows = await this.source.query<Row[]>(
      'SELECT * FROM cloned_voice WHERE workspace = $1 ORDER BY created_at, id',
      [workspace],
    );
    return rows.map(cloneOf);
  }

  async reserve(keys: readonly string[]): Promise<void> {
    await this.source.query(
      'INSERT INTO blob_garbage (key, reserved_at) SELECT unnest($1::text[]), $2',
      [keys, new Date(this.clock.nowMs())],
    );
  }

  async add(clone: Clone, addition: CloneAddition): Promise<boolean> {
    const isAdded = await this.insert(clone, addition).catch((error: unknown) => {
      throw isRefusal(error) ? new NotStored(error) : error;
    });
    if (isAdded) this.outbox.wake();
    return isAdded;
  }

  private insert(clone: Clone, { consent, blobKeys, limit }: CloneAddition): Promise<boolean> {
    return this.source.transaction(async (manager) => {
      await lock(manager, clone.workspace);
      const { id, workspace, createdAt, ...voice } = clone;
      const rows = await manager.query<unknown[]>(
        `INSERT INTO cloned_voice (id, workspace, voice, created_at) SELECT $1, $2, $3, $4
         WHERE (SELECT count(*) FROM cloned_voice WHERE workspace = $2) < $5 RETURNING id`,
        [id, workspace, JSON.stringify(voice), createdAt, limit],
      );
      if (rows.length === 0) return false;
      await manager.query('DELETE FROM blob_garbage WHERE key = ANY($1)', [blobKeys]);
      await this.record(manager, consent);
      return true;
    });
  }

  async remove(workspace: string, id: string, facts: ConsentFacts): Promise<Clone | undefined> {
    if (!isUuid(id)) return undefined;
    const removed = await this.source.transaction(async (manager) => {
      await lock(manager, workspace);
      const [[row]] = await manager.query<[Row[], number]>(
        'DELETE FROM cloned_voice WHERE workspace = $1 AND id = $2 RETURNING *',
        [workspace, id],
      );
      if (row === undefined) return undefined;
      await manager.query('INSERT INTO blob_garbage (key, reserved_at) VALUES ($1, $2)', [
        row.voice.sampleKey,
        new Date(0),
      ]);
      await this.record(manager, facts);
      return cloneOf(row);
    });
    if (removed !== undefined) this.outbox.wake();
    return removed;
  }

  async consents(workspace: string, voiceId?: string): Promise<readonly ConsentRecord[]> {
    if (voiceId !== undefined && !isUuid(voiceId)) return [];
    const rows = await this.source.query<(ConsentRecord & { readonly sequence: string })[]>(
      `SELECT sequence, facts, previous_hash AS "previousHash", hash FROM consent_record
       WHERE workspace = $1 AND ($2::uuid IS NULL OR voice_id = $2) ORDER BY sequence`,
      [workspace, voiceId ?? null],
    );
    return rows.map((row) => ({ ...row, sequence: Number(row.sequence) }));
  }

  async swept(keys: readonly string[]): Promise<void> {
    await this.source.query('DELETE FROM blob_garbage WHERE key = ANY($1)', [keys]);
  }

  async garbage(before: Date): Promise<readonly string[]> {
    const rows = await this.source.query<{ readonly key: string }[]>(
      'SELECT key FROM blob_garbage WHERE reserved_at < $1 ORDER BY reserved_at LIMIT 1000',
      [before],
    );
    return rows.map(({ key }) => key);
  }

  /** Appends to the workspace's chain; the event tells of it without names and phrases. */
  private async record(manager: EntityManager, consent: ConsentFacts): Promise<void> {
    const { workspace, voice_id, kind, actor } = consent;
    const [last] = await manager.query<{ sequence: string; hash: string }[]>(
      'SELECT sequence, hash FROM consent_record WHERE workspace = $1 ORDER BY sequence DESC LIMIT 1',
      [workspace],
    );
    const facts = canonical(consent);
    const previous = last?.hash ?? FIRST_HASH;
    const hash = hashOf(previous, facts);
    await manager.query('INSERT INTO consent_record VALUES ($1, $2, $3, $4, $5, $6)', [
      ...[workspace, Number(last?.sequence ?? 0) + 1, voice_id, facts, previous, hash],
    ]);
    await this.outbox.add(manager, TOPIC, {
      type: EVENTS[kind],
      subject: voice_id,
      data: { workspace, voice_id, actor, consent: kind, consent_hash: hash },
    });
  }
}

/**
 * Whether the database itself said no: data, constraints, its own rules and resources. Not a lost connection, nor a
 * shutdown, which leave a commit in doubt (SQLSTATE classes 08 and 57).
 */
function isRefusal(error: unknown): error is QueryFailedError {
  if (!(error instanceof QueryFailedError)) return false;
  const { code } = error.driverError as { readonly code?: unknown };
  return typeof code === 'string' && /^(?!08|57)[\dA-Z]{5}$/.test(code);
}

const lock = (manager: EntityManager, workspace: string): Promise<unknown> =>
  manager.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [LOCK, workspace]);

const cloneOf = ({ id, workspace, voice, created_at }: Row): Clone => ({
  ...voice,
  id,
  workspace,
  createdAt: created_at,
});

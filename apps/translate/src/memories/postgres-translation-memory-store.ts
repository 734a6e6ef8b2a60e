import { Injectable } from '@nestjs/common';
import { Ids } from '@sextant/platform-runtime/clock';
import { DataSource, type EntityManager } from 'typeorm';
import type { LanguageTag } from '../languages/language.js';
import { MAX_MEMORY_SEGMENTS, MEMORY_ERRORS } from './memory-errors.js';
import { findConcordance } from './postgres-concordance.js';
import type {
  Concordance,
  ConcordanceRequest,
  MemoryChange,
  NewMemory,
  SegmentInput,
  SegmentPage,
  SegmentPageRequest,
  SourceSegment,
  TranslationMemory,
  TranslationMemoryStore,
} from './translation-memory.js';
import { toSegment, upsertSegments, type SegmentRow } from './postgres-memory-segments.js';
import { isUuid } from '../database/uuid.js';

interface MemoryRow {
  readonly id: string;
  readonly name: string;
  readonly source_language: LanguageTag;
  readonly target_languages: readonly LanguageTag[];
  readonly segment_count: number;
  readonly revision: string;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** Segments that are read at once. */
const PIECE = 5000;

/** Keeps translation memories in the service's own database. */
@Injectable()
export class PostgresTranslationMemoryStore implements TranslationMemoryStore {
  constructor(
    private readonly source: DataSource,
    private readonly ids: Ids,
  ) {}

  insert(memory: NewMemory, limit: number): Promise<boolean> {
    const { id, owner, name, sourceLanguage, segments, now } = memory;
    return this.source.transaction(async (manager) => {
      // One creation of an owner at a time, so that two cannot both take the last place.
      await manager.query('SELECT pg_advisory_xact_lock(3, hashtext($1))', [owner]);
      const rows = await manager.query<unknown[]>(
        `INSERT INTO translation_memories
           (id, owner, name, source_language, revision, created_at, updated_at)
         SELECT $1, $2, $3, $4, 0, $5, $5
         WHERE (SELECT count(*) FROM translation_memories WHERE owner = $2) < $6 RETURNING id`,
        [id, owner, name, sourceLanguage, now, limit],
      );
      if (rows.length === 0) return false;
      await this.#add(manager, id, segments, now);
      return true;
    });
  }

  async page(
    owner: string,
    offset: number,
    limit: number,
  ): Promise<{ memories: readonly TranslationMemory[]; total: number }> {
    const rows = await this.source.query<MemoryRow[]>(
      `SELECT * FROM translation_memories WHERE owner = $1
       ORDER BY created_at, id OFFSET $2 LIMIT $3`,
      [owner, offset, limit],
    );
    const [count] = await this.source.query<{ total: string }[]>(
      'SELECT count(*) AS total FROM translation_memories WHERE owner = $1',
      [owner],
    );
    return { memories: rows.map(toMemory), total: Number(count?.total ?? 0) };
  }

  async find(owner: string, id: string): Promise<TranslationMemory | undefined> {
    if (!isUuid(id)) return undefined;
    const [row] = await this.source.query<MemoryRow[]>(
      'SELECT * FROM translation_memories WHERE owner = $1 AND id = $2',
      [owner, id],
    );
    return row && toMemory(row);
  }

  async delete(owner: string, id: string): Promise<boolean> {
    if (!isUuid(id)) return false;
    const [, count] = await this.source.query<[unknown[], number]>(
      'DELETE FROM translation_memories WHERE owner = $1 AND id = $2',
      [owner, id],
    );
    return count === 1;
  }

  async change(
    owner: string,
    id: string,
    { name, segments }: MemoryChange,
    now: Date,
  ): Promise<TranslationMemory | undefined> {
    if (!isUuid(id)) return undefined;
    return this.source.transaction(async (manager) => {
      const rows = await manager.query<unknown[]>(
        'SELECT 1 FROM translation_memories WHERE owner = $1 AND id = $2 FOR UPDATE',
        [owner, id],
      );
      if (rows.length === 0) return undefined;
      await manager.query(
        `UPDATE translation_memories SET name = coalesce($2, name), updated_at = $3 WHERE id = $1`,
        [id, name ?? null, now],
      );
      if (segments !== undefined) await this.#add(manager, id, segments, now);
      const [row] = await manager.query<MemoryRow[]>(
        'SELECT * FROM translation_memories WHERE id = $1',
        [id],
      );
      return row && toMemory(row);
    });
  }

  async segments(request: SegmentPageRequest): Promise<SegmentPage> {
    const { memoryId, afterPosition, size, filter } = request;
    const rows = await this.source.query<SegmentRow[]>(
      `SELECT * FROM memory_segments s
       WHERE memory_id = $1 AND position > $2 AND ($4::text IS NULL OR EXISTS (
         SELECT FROM (SELECT s.source AS text UNION ALL
                      SELECT value->>'text' FROM jsonb_each(s.targets)) AS texts
         WHERE CASE WHEN $5 THEN position($4 IN text) ELSE position(lower($4) IN lower(text)) END > 0))
       ORDER BY position LIMIT $3`,
      [memoryId, afterPosition, size + 1, filter?.text ?? null, filter?.isCaseSensitive ?? false],
    );
    const shown = rows.slice(0, size);
    const last = rows.length > size ? shown.at(-1) : undefined;
    return {
      segments: shown.map(toSegment),
      ...(last === undefined ? {} : { nextPosition: Number(last.position) }),
    };
  }

  async concordance(request: ConcordanceRequest): Promise<Concordance> {
    return await findConcordance(this.source, request);
  }

  async *changedSince(
    memoryId: string,
    revision: number,
  ): AsyncGenerator<readonly SourceSegment[]> {
    let [afterRevision, afterPosition] = [String(revision), MAX_BIGINT];
    for (;;) {
      const rows = await this.source.query<SegmentRow[]>(
        `SELECT * FROM memory_segments
         WHERE memory_id = $1 AND (revision, position) > ($2::bigint, $3::bigint)
         ORDER BY revision, position LIMIT ${PIECE}`,
        [memoryId, afterRevision, afterPosition],
      );
      yield rows.map(toSegment);
      const last = rows.at(-1);
      if (last === undefined || rows.length < PIECE) return;
      [afterRevision, afterPosition] = [last.revision, last.position];
    }
  }

  /** Takes segments in, under the memory's next revision. */
  async #add(
    manager: EntityManager,
    memoryId: string,
    segments: readonly SegmentInput[],
    now: Date,
  ): Promise<void> {
    await upsertSegments(manager, { memoryId, segments, now, ids: this.ids });
    const languages = [...new Set(segments.flatMap(({ targets }) => [...targets.keys()]))];
    const [rows] = await manager.query<[{ segment_count: number }[], number]>(
      `UPDATE translation_memories SET revision = revision + 1,
         target_languages = ARRAY(SELECT DISTINCT unnest(target_languages || $2::text[]) ORDER BY 1),
         segment_count = (SELECT count(*) FROM memory_segments WHERE memory_id = $1)
       WHERE id = $1 RETURNING segment_count`,
      [memoryId, languages],
    );
    if ((rows[0]?.segment_count ?? 0) > MAX_MEMORY_SEGMENTS) throw MEMORY_ERRORS.full();
  }
}

const MAX_BIGINT = '9223372036854775807';

const toMemory = (row: MemoryRow): TranslationMemory => ({
  id: row.id,
  name: row.name,
  sourceLanguage: row.source_language,
  targetLanguages: row.target_languages,
  segmentCount: row.segment_count,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  revision: Number(row.revision),
});

import type { Ids } from '@sextant/platform-runtime/clock';
import type { EntityManager } from 'typeorm';
import type { LanguageTag } from '../languages/language.js';
import type { SegmentInput, SourceSegment } from './translation-memory.js';

interface StoredTarget {
  readonly id: string;
  readonly text: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface SegmentRow {
  readonly id: string;
  readonly position: string;
  readonly source: string;
  readonly targets: Readonly<Record<LanguageTag, StoredTarget>>;
  readonly revision: string;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export interface SegmentsToStore {
  readonly memoryId: string;
  readonly segments: readonly SegmentInput[];
  readonly now: Date;
  readonly ids: Ids;
}

/** Rows of one statement. */
const BATCH = 2000;

/**
 * A known source keeps its id, and so do its known targets; their texts are replaced. The revision is the one that
 * the memory gets in the same transaction.
 */
const UPSERT = `
  INSERT INTO memory_segments
    (memory_id, id, source, source_hash, targets, revision, created_at, updated_at)
  SELECT $1, new.id, new.source, sha256(convert_to(new.source, 'UTF8')), new.targets,
         memory.revision + 1, $2, $2
  FROM unnest($3::uuid[], $4::text[], $5::jsonb[]) WITH ORDINALITY
         AS new (id, source, targets, ordinal),
       (SELECT revision FROM translation_memories WHERE id = $1) AS memory
  ORDER BY new.ordinal
  ON CONFLICT (memory_id, source_hash) DO UPDATE SET
    revision = excluded.revision,
    updated_at = excluded.updated_at,
    targets = memory_segments.targets || (
      SELECT jsonb_object_agg(newer.key, coalesce(older.value, '{}') || CASE
               WHEN older.value IS NULL THEN newer.value
               ELSE newer.value - 'id' - 'createdAt' END)
      FROM jsonb_each(excluded.targets) AS newer
      LEFT JOIN jsonb_each(memory_segments.targets) AS older ON older.key = newer.key)`;

/** Adds segments, or merges them into those with the same source. */
export async function upsertSegments(
  manager: EntityManager,
  { memoryId, segments, now, ids }: SegmentsToStore,
): Promise<void> {
  const distinct = [...mergeBySource(segments)];
  for (let start = 0; start < distinct.length; start += BATCH) {
    const batch = distinct.slice(start, start + BATCH);
    await manager.query(UPSERT, [
      memoryId,
      now,
      batch.map(() => ids.next()),
      batch.map(([source]) => source),
      batch.map(([, targets]) => JSON.stringify(toStored(targets, now, ids))),
    ]);
  }
}

export function toSegment(row: SegmentRow): SourceSegment {
  return {
    id: row.id,
    source: row.source,
    targets: Object.entries(row.targets).map(([language, target]) => ({
      id: target.id,
      language: language as LanguageTag,
      text: target.text,
      createdAt: new Date(target.createdAt),
      updatedAt: new Date(target.updatedAt),
    })),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** What comes later replaces what came before. */
function mergeBySource(
  segments: readonly SegmentInput[],
): ReadonlyMap<string, ReadonlyMap<LanguageTag, string>> {
  const merged = new Map<string, ReadonlyMap<LanguageTag, string>>();
  for (const { source, targets } of segments) {
    merged.set(source, new Map([...(merged.get(source) ?? []), ...targets]));
  }
  return merged;
}

function toStored(targets: ReadonlyMap<LanguageTag, string>, now: Date, ids: Ids): object {
  const at = now.toISOString();
  return Object.fromEntries(
    [...targets].map(([language, text]) => [
      language,
      { id: ids.next(), text, createdAt: at, updatedAt: at } satisfies StoredTarget,
    ]),
  );
}

import type { DataSource } from 'typeorm';
import { toSegment, type SegmentRow } from './postgres-memory-segments.js';
import type { Concordance, ConcordancePlace, ConcordanceRequest } from './translation-memory.js';

/** Segments that one request looks at: a third of a second at most. */
const MOST_EXAMINED = 50_000;

/** What is before all ids of memories. */
const NO_ID = '00000000-0000-0000-0000-000000000000';

/** In the order of the primary key, so that a page goes on where the one before has ended, however many segments it had. */
const FIND = `
  WITH examined AS MATERIALIZED (
    SELECT * FROM memory_segments
    WHERE memory_id = ANY($1::uuid[]) AND (memory_id, position) > ($2::uuid, $3::bigint)
    ORDER BY memory_id, position LIMIT ${String(MOST_EXAMINED)}),
  found AS (
    SELECT * FROM examined WHERE EXISTS (
      SELECT FROM (SELECT source AS text UNION ALL
                   SELECT value->>'text' FROM jsonb_each(targets)) AS texts
      WHERE (SELECT bool_and(position(word IN lower(text)) > 0) FROM unnest($4::text[]) AS word))
    ORDER BY memory_id, position LIMIT $5)
  SELECT found.*, ended.memory_id AS last_memory, ended.position AS last_position, counted.examined
  FROM (SELECT count(*) AS examined FROM examined) AS counted
  LEFT JOIN LATERAL (
    SELECT memory_id, position FROM examined ORDER BY memory_id DESC, position DESC LIMIT 1) AS ended ON true
  LEFT JOIN found ON true
  ORDER BY found.memory_id, found.position`;

type Row = { readonly [Name in keyof SegmentRow]: SegmentRow[Name] | null } & {
  readonly memory_id: string | null;
  readonly last_memory: string | null;
  readonly last_position: string | null;
  readonly examined: string;
};

type FoundRow = SegmentRow & { readonly memory_id: string };

const isFound = (row: Row): row is Row & FoundRow => row.memory_id !== null;

/** Segments of some memories in which all words stand, in their source or in one of their translations. */
export async function findConcordance(
  source: DataSource,
  { memoryIds, words, after = FIRST, size }: ConcordanceRequest,
): Promise<Concordance> {
  const rows = await source.query<Row[]>(FIND, [
    memoryIds,
    after.memoryId,
    after.position,
    words.map((word) => word.toLowerCase()),
    size + 1,
  ]);
  const found = rows.filter(isFound);
  const shown = found.slice(0, size);
  const segments = shown.map((row) => ({ memoryId: row.memory_id, segment: toSegment(row) }));
  const last = found.length > size ? shown.at(-1) : undefined;
  const next = last === undefined ? endOf(rows) : placeOf(last.memory_id, last.position);
  return next === undefined ? { segments } : { segments, next };
}

const FIRST: ConcordancePlace = { memoryId: NO_ID, position: 0 };

/** Where the search has ended; undefined where there is no more to be searched. */
function endOf([first]: readonly Row[]): ConcordancePlace | undefined {
  if (first === undefined || Number(first.examined) < MOST_EXAMINED) return undefined;
  const { last_memory: memoryId, last_position: position } = first;
  return memoryId === null || position === null ? undefined : placeOf(memoryId, position);
}

const placeOf = (memoryId: string, position: string): ConcordancePlace => ({
  memoryId,
  position: Number(position),
});

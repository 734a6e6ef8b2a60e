import type { Service } from '../service.js';

export interface Memory {
  readonly translation_memory_id: string;
  readonly name: string;
  readonly source_language: string;
  readonly target_languages: readonly string[];
  readonly segment_count: number;
}

export interface Segment {
  readonly source_segment_id: string;
  readonly source_text: string;
  readonly targets: readonly {
    readonly target_segment_id: string;
    readonly target_language: string;
    readonly target_text: string;
  }[];
}

export interface SegmentPage {
  readonly segments: readonly Segment[];
  readonly next_page_cursor?: string;
}

/** As many as an answer has at most; an organization has up to a thousand. */
const PAGE_SIZE = 25;

export async function listMemories(
  { api }: Service,
  signal: AbortSignal,
): Promise<readonly Memory[]> {
  const all: Memory[] = [];
  for (let page = 0; ; page += 1) {
    const { body } = await api<{
      readonly translation_memories: readonly Memory[];
      readonly total_count: number;
    }>(`/v3/translation_memories?page=${page}&page_size=${PAGE_SIZE}`, { signal });
    all.push(...body.translation_memories);
    if (body.translation_memories.length === 0 || all.length >= body.total_count) return all;
  }
}

/** @returns how many segments of the file were left out */
export async function importMemory({ send }: Service, file: File, name: string): Promise<number> {
  const query = new URLSearchParams({ name });
  const response = await send(`/v3/translation_memories?${query.toString()}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/xml' },
    body: file,
  });
  const made = (await response.json()) as { readonly skipped_segment_count: number };
  return made.skipped_segment_count;
}

const addressOf = ({ translation_memory_id: id }: Memory): string =>
  `/v3/translation_memories/${id}`;

export async function exportMemory({ send }: Service, memory: Memory): Promise<Blob> {
  const response = await send(`${addressOf(memory)}/tmx`, {
    headers: { Accept: 'application/xml' },
  });
  return await response.blob();
}

export async function deleteMemory({ api }: Service, memory: Memory): Promise<void> {
  await api(addressOf(memory), { method: 'DELETE' });
}

export async function findSegments(
  { api }: Service,
  memory: Memory,
  asked: {
    readonly wanted: string;
    readonly cursor?: string | undefined;
    readonly signal: AbortSignal;
  },
): Promise<SegmentPage> {
  const query = new URLSearchParams({ page_size: String(PAGE_SIZE) });
  if (asked.wanted !== '') query.set('filter_text', asked.wanted);
  if (asked.cursor !== undefined) query.set('page_cursor', asked.cursor);
  const { body } = await api<SegmentPage>(`${addressOf(memory)}/segments?${query.toString()}`, {
    signal: asked.signal,
  });
  return body;
}

/** What a memory holds for a text. */
export interface MemoryMatch {
  readonly source: string;
  readonly target: string;
  readonly score: number;
}

export async function matchIn(
  { api }: Service,
  asked: { readonly memoryId: string; readonly text: string; readonly target: string },
  signal: AbortSignal,
): Promise<MemoryMatch | undefined> {
  const { body } = await api<{ readonly matches: readonly MemoryMatch[] }>(
    `/v3/translation_memories/${asked.memoryId}/matches`,
    { method: 'POST', body: { text: [asked.text], target_language: asked.target }, signal },
  );
  return body.matches[0];
}

/** A segment, and the memory that holds it. */
export interface FoundSegment extends Segment {
  readonly translation_memory_id: string;
  readonly name: string;
  readonly source_language: string;
}

export interface FoundPage {
  readonly segments: readonly FoundSegment[];
  readonly next_page_cursor?: string;
}

/** Where words stand in all memories. A page may be empty though others follow. */
export async function findInAll(
  { api }: Service,
  asked: {
    readonly wanted: string;
    readonly cursor?: string | undefined;
    readonly signal: AbortSignal;
  },
): Promise<FoundPage> {
  const query = new URLSearchParams({ text: asked.wanted, page_size: String(PAGE_SIZE) });
  if (asked.cursor !== undefined) query.set('page_cursor', asked.cursor);
  const { body } = await api<FoundPage>(
    `/v3/translation_memories/concordance?${query.toString()}`,
    { signal: asked.signal },
  );
  return body;
}

/** What is taken in replaces the translation that is there. */
export async function correctSegment(
  { api }: Service,
  memory: Memory,
  segment: {
    readonly source_text: string;
    readonly target_language: string;
    readonly target_text: string;
  },
): Promise<void> {
  await api(addressOf(memory), { method: 'PATCH', body: { segments: [segment] } });
}

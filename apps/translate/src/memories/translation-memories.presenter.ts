import type { SegmentPage, SourceSegment, TranslationMemory } from './translation-memory.js';
import type { SegmentDto, SegmentsDto } from './translation-memories.dto.js';

/** Version 3 writes the codes of memories in lower case. */
const code = (language: string): string => language.toLowerCase();

export const presentMemory = (memory: TranslationMemory) => ({
  translation_memory_id: memory.id,
  name: memory.name,
  source_language: code(memory.sourceLanguage),
  target_languages: memory.targetLanguages.map(code),
  segment_count: memory.segmentCount,
  creation_time: memory.createdAt.toISOString(),
  updated_time: memory.updatedAt.toISOString(),
});

export const presentSegments = (
  { segments, nextPosition }: SegmentPage,
  memory: TranslationMemory,
): SegmentsDto => ({
  segments: segments.map(presentSegment),
  segment_count: memory.segmentCount,
  ...(nextPosition === undefined ? {} : { next_page_cursor: toCursor(nextPosition) }),
});

export const presentSegment = (segment: SourceSegment): SegmentDto => ({
  source_segment_id: segment.id,
  source_text: segment.source,
  creation_time: segment.createdAt.toISOString(),
  updated_time: segment.updatedAt.toISOString(),
  targets: segment.targets.map((target) => ({
    target_segment_id: target.id,
    target_language: code(target.language),
    target_text: target.text,
    creation_time: target.createdAt.toISOString(),
    updated_time: target.updatedAt.toISOString(),
  })),
});

const toCursor = (position: number): string => Buffer.from(String(position)).toString('base64url');

/** @returns undefined for what is no cursor */
export function fromCursor(cursor: string): number | undefined {
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

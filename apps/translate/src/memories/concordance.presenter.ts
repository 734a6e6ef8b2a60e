import type { ConcordanceDto } from './concordance.dto.js';
import { presentMemory, presentSegment } from './translation-memories.presenter.js';
import type { Concordance, ConcordancePlace, TranslationMemory } from './translation-memory.js';

export const presentConcordance = (
  { segments, next }: Concordance,
  memories: ReadonlyMap<string, TranslationMemory>,
): ConcordanceDto => ({
  segments: segments.flatMap(({ memoryId, segment }) => {
    const memory = memories.get(memoryId);
    if (memory === undefined) return [];
    const { translation_memory_id, name, source_language } = presentMemory(memory);
    return [
      Object.assign({ translation_memory_id, name, source_language }, presentSegment(segment)),
    ];
  }),
  ...(next === undefined ? {} : { next_page_cursor: toCursor(next) }),
});

const toCursor = ({ memoryId, position }: ConcordancePlace): string =>
  Buffer.from(`${memoryId} ${String(position)}`).toString('base64url');

/** @returns undefined for what is no cursor */
export function placeFrom(cursor: string): ConcordancePlace | undefined {
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  const [, memoryId, position] =
    /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) (\d{1,15})$/.exec(text) ?? [];
  return memoryId === undefined ? undefined : { memoryId, position: Number(position) };
}

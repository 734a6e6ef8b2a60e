import type { Alternative } from './alternatives.js';
import type { AlternativesAnswerDto } from './alternatives.dto.js';

export const presentAlternatives = (found: readonly Alternative[]): AlternativesAnswerDto => ({
  alternatives: found.map(({ text, engine, remembered }) => ({
    text,
    engine,
    ...(remembered && {
      segment_id: remembered.segmentId,
      source: remembered.source,
      score: remembered.score,
    }),
  })),
});

import type { Service } from '../service.js';
import type { Stretch } from './sentences.js';
import { optionsOf, type Choices, type Origin, type Translation } from './translation.js';

/** One of several translations of a sentence. */
export interface Alternative {
  readonly text: string;
  readonly engine: string;
  readonly segment_id?: string;
  readonly score?: number;
}

const MOST = 8;

export async function findAlternatives(
  { api }: Service,
  { text, choices, source }: { text: string; choices: Choices; source: string },
  signal: AbortSignal,
): Promise<readonly Alternative[]> {
  const { body } = await api<{ readonly alternatives: readonly Alternative[] }>(
    '/v2/translate/alternatives',
    {
      method: 'POST',
      body: { ...optionsOf({ ...choices, source, format: '' }), text, alternatives: MOST },
      signal,
    },
  );
  return body.alternatives;
}

/** A translation that says something else at one place; what is told of its other words stays. */
export function withWording(
  translation: Translation,
  { start, end }: Stretch,
  { text, engine, score }: Alternative,
): Translation {
  const { text: before, provenance = [] } = translation;
  const origin: Origin =
    score === undefined ? { text, origin: 'engine', engine } : { text, origin: 'memory', score };
  return {
    ...translation,
    text: before.slice(0, start) + text + before.slice(end),
    provenance: [...cut(provenance, 0, start), origin, ...cut(provenance, end, before.length)],
  };
}

function cut(provenance: readonly Origin[], start: number, end: number): readonly Origin[] {
  let position = 0;
  return provenance.flatMap((origin) => {
    const from = position;
    position += origin.text.length;
    const text = origin.text.slice(Math.max(0, start - from), Math.max(0, end - from));
    return text === '' ? [] : [{ ...origin, text }];
  });
}

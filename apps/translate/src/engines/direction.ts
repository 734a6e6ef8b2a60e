import type { Kind } from '@sextant/platform-runtime/config';
import { isPlain, parseLanguage, type LanguageTag } from '../languages/language.js';

/** One step that an engine translates without another language in between. */
export interface Direction {
  /** Always plain: `pt`, never `pt-BR`. */
  readonly source: LanguageTag;
  readonly target: LanguageTag;
}

/**
 * Reads a direction as operators write it: `en-es`, `es-pt-BR`.
 *
 * @returns undefined when it is none, or when its source names a variant
 */
export function parseDirection(text: string): Direction | undefined {
  const [, first = '', rest = ''] = /^([^-]+)-(.+)$/.exec(text) ?? [];
  const source = parseLanguage(first);
  const target = parseLanguage(rest);
  return source && target && isPlain(source) ? { source, target } : undefined;
}

/** Directions of a setting. */
export const directions: Kind<readonly Direction[]> = {
  expected: 'a comma-separated list of pairs',
  parse: (value) => {
    const parsed = value.split(',').map((pair) => parseDirection(pair.trim()));
    return parsed.every((direction) => direction !== undefined) ? parsed : undefined;
  },
};

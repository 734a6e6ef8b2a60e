import { isPlain, parseLanguage } from '../languages/language.js';
import type { Direction } from './translation-engine.js';

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

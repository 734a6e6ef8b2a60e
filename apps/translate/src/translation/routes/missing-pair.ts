import { englishName, type LanguageTag } from '../../languages/language.js';
import type { Direction } from '../../engines/direction.js';

/** What is there, and what could be. */
export interface KnownDirections {
  has(direction: Direction): boolean;
  /** What an operator would install, in words. */
  obtainable(direction: Direction): string | undefined;
  /** Languages to go through, the best first. */
  readonly pivots: readonly LanguageTag[];
}

const MOST_NAMED = 6;

/** Why there is no way between two languages: which were considered in between, and what would bring one. */
export function explainMissing({ source, target }: Direction, known: KnownDirections): string {
  const pair = `from ${englishName(source)} into ${englishName(target)}`;
  const pivots = known.pivots.filter((pivot) => known.has({ source, target: pivot }));
  const names = pivots.slice(0, MOST_NAMED).map(englishName);
  const more = pivots.length > names.length ? ' and others' : '';
  const considered =
    names.length === 0 ? '' : `, nor by way of ${names.join(', ')}${more}, which were considered`;
  return `Nothing here translates ${pair} directly${considered}. ${remedy({ source, target }, known)}`;
}

/** @returns what would bring a way, or undefined when no engine knows of anything */
export function wayToObtain(
  { source, target }: Direction,
  known: KnownDirections,
): string | undefined {
  const direct = known.obtainable({ source, target });
  if (direct !== undefined) return `Install ${direct}.`;
  for (const pivot of known.pivots) {
    const steps = [
      { source, target: pivot },
      { source: pivot, target },
    ].filter((step) => !known.has(step));
    const packages = steps.flatMap((step) => known.obtainable(step) ?? []);
    if (steps.length > 0 && packages.length === steps.length) {
      return `Install ${packages.join(' and ')}, for the way through ${englishName(pivot)}.`;
    }
  }
  return undefined;
}

const remedy = (direction: Direction, known: KnownDirections): string =>
  wayToObtain(direction, known) ??
  'No package does; a chat server (CHAT_BASE_URL) or a LibreTranslate server (LIBRETRANSLATE_URL) may.';

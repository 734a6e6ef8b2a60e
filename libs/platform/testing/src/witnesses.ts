const WITNESSES = Symbol.for('sextant.witnesses');
const host = globalThis as { [WITNESSES]?: Set<() => Promise<string>> };

/**
 * What is told of a case that fails, before the hooks behind it put away what there is to see.
 *
 * @param tell such as what a browser shows
 * @returns ends it
 * @see scripts/jest/witnesses.cjs
 */
export function atFailure(tell: () => Promise<string>): () => void {
  const witnesses = (host[WITNESSES] ??= new Set());
  witnesses.add(tell);
  return () => void witnesses.delete(tell);
}

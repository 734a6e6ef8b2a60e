const WITNESSES = Symbol.for('sextant.witnesses');
const host = globalThis as { [WITNESSES]?: Set<() => Promise<string>> };

/**
 * Adds a description to the error of a case that fails. It is asked for before `afterEach` closes what the case used.
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

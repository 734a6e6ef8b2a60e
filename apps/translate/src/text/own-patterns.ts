import { LRUCache } from 'lru-cache';
import { RE2JS } from 're2js';

/** Instructions of all patterns of a request: what a text costs is its length times this. */
const LARGEST_PROGRAM = 100;

/** Compiled lists of patterns; a caller sends the same one with every text. */
const compiledLists = new LRUCache<string, readonly RE2JS[]>({ max: 200 });

/**
 * A caller's own regular expressions, in the syntax of RE2: they take time proportional to the text, whatever they are.
 *
 * @throws {RangeError} that says which one cannot be used, and why
 * @see https://github.com/google/re2/wiki/Syntax
 */
export function ownPatterns(sources: readonly string[]): readonly RE2JS[] {
  const key = JSON.stringify(sources);
  const known = compiledLists.get(key);
  if (known !== undefined) return known;
  const patterns = sources.map(compiled);
  const size = patterns.reduce((sum, pattern) => sum + pattern.programSize(), 0);
  if (size > LARGEST_PROGRAM) {
    throw new RangeError(
      `they have ${size} instructions together, ${LARGEST_PROGRAM} are allowed. Write shorter ones, with smaller repetitions.`,
    );
  }
  compiledLists.set(key, patterns);
  return patterns;
}

function compiled(source: string): RE2JS {
  try {
    return RE2JS.compile(source);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new RangeError(`'${source}' is not a regular expression of RE2: ${reason}.`, {
      cause: error,
    });
  }
}

/** Where a pattern matches at least one character, from left to right. */
export function* matchesOf(
  pattern: RE2JS,
  text: string,
): Generator<{ readonly start: number; readonly end: number }> {
  const matcher = pattern.matcher(text);
  while (matcher.find()) {
    const [start, end] = [matcher.start(), matcher.end()];
    if (end > start) yield { start, end };
  }
}

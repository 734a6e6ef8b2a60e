import { HTTP_PROBLEMS } from '@sextant/platform-http/problem';
import { LRUCache } from 'lru-cache';
import { RE2JS } from 're2js';

/** Instructions of all patterns of a request: what one search costs is the length of the text times this. */
const LARGEST_PROGRAM = 100;
/** How long one pattern may search one text. */
const BUDGET_MS = 500;

/** Compiled lists of patterns; a caller sends the same one with every text. */
const compiledLists = new LRUCache<string, readonly RE2JS[]>({ max: 200 });

/**
 * A caller's own regular expressions, in the syntax of RE2: a search takes time proportional to the text, whatever they are.
 * To find all matches is a search for each, which may read the whole text to find one character: see `matchesOf`.
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

/**
 * Where a pattern matches at least one character, from left to right.
 *
 * @throws {Problem} `bad_request` where it takes too long: `a[^b]*b|a` reads to the end of the text for each `a`
 */
export function* matchesOf(
  pattern: RE2JS,
  text: string,
): Generator<{ readonly start: number; readonly end: number }> {
  const matcher = pattern.matcher(text);
  const deadline = performance.now() + BUDGET_MS;
  while (matcher.find()) {
    if (performance.now() > deadline) throw tooSlow(pattern);
    const [start, end] = [matcher.start(), matcher.end()];
    if (end > start) yield { start, end };
  }
}

const tooSlow = (pattern: RE2JS): Error =>
  HTTP_PROBLEMS.badRequest({
    message:
      `Value for 'placeholder_patterns' not supported: '${pattern.pattern()}' takes too long with this text. ` +
      'Write it so that it does not read far behind what it finds, or send the text in parts.',
  });

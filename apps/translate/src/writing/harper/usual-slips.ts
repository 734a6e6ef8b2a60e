import type { HarperLint } from './harper-messages.js';

interface Slip {
  readonly pattern: RegExp;
  readonly message: string;
  /** For what was found, the best first. */
  readonly replacements: (found: string) => readonly string[];
}

/** What begins large stays so. */
const like = (found: string, replacement: string): string =>
  /^\p{Lu}/u.test(found) ? replacement.charAt(0).toUpperCase() + replacement.slice(1) : replacement;

/** Words that are written for others which sound alike, where nothing else can be meant. */
const SLIPS: readonly Slip[] = [
  {
    pattern: /(?<=\b(?:could|should|would|might|must)(?:n['’]t)? )of(?= (?!course\b)\p{L})/giu,
    message: 'A verb has “have” behind “could”, “should” and the like.',
    replacements: () => ['have'],
  },
  {
    pattern: /\bits(?= (?:an?|the|not|been|raining|snowing|getting|going to)\b)/giu,
    message: '“It’s” is “it is” or “it has”; “its” belongs to something.',
    replacements: (found) => [like(found, "it's")],
  },
  {
    pattern: /\byour(?= welcome(?:[.!?,;]|$))/gimu,
    message: '“You’re” is “you are”; “your” belongs to you.',
    replacements: (found) => [like(found, "you're")],
  },
  {
    pattern: /(?<=\b(?:I|we|they|you) )seen\b/gu,
    message: '“Seen” needs “have” before it.',
    replacements: () => ['saw', 'have seen'],
  },
];

/** Mistakes of wording that the checker does not look for. */
export const slipsIn = (text: string): readonly HarperLint[] =>
  SLIPS.flatMap(({ pattern, message, replacements }) =>
    [...text.matchAll(pattern)].map(({ 0: found, index }) => ({
      ...{ start: index, end: index + found.length, kind: 'Grammar', message },
      replacements: replacements(found),
    })),
  );

/** Digits in a row that are still a number; more are read one by one. */
const MAX_NUMBER_DIGITS = 15;
/** Letters in a row that engines take; they cut longer words, or never end. */
const MAX_LETTERS = 100;
/** What is given to an engine in one go. */
const MAX_PART = 120;

/** Splits what engines lose or hang at: long numbers into digits, by threes, and long words into shorter ones. O(n). */
export function speakable(text: string): string {
  return text
    .replace(/\p{Nd}{16,}/gu, (digits) =>
      digits.length > MAX_NUMBER_DIGITS
        ? digits
            .replace(/\p{Nd}{1,3}/gu, (group) => `${Array.from(group).join(' ')}, `)
            .replace(/, $/, '')
        : digits,
    )
    .replace(/[^\s]{101,}/gu, (word) =>
      word.replace(new RegExp(`[^]{${MAX_LETTERS}}`, 'gu'), '$& '),
    );
}

/** A text in parts that are said one after the other, cut after commas, else between words. */
export function partsOf(text: string): readonly string[] {
  if (text.length <= MAX_PART) return [text];
  const parts: string[] = [];
  let rest = text;
  while (rest.length > MAX_PART) {
    const comma = rest.lastIndexOf(', ', MAX_PART);
    const space = comma > 0 ? comma + 1 : rest.lastIndexOf(' ', MAX_PART);
    if (space <= 0) break;
    parts.push(rest.slice(0, space));
    rest = rest.slice(space + 1);
  }
  return rest === '' ? parts : [...parts, rest];
}

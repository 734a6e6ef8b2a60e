import type { Place } from './place.js';

/** A number with a sign that says what it is of: `5x`, `#5`, `18+`, `4x6`, `16:9`, `2.1.3`, `−5`. */
export interface Count {
  readonly kind: 'count';
  readonly of: 'times' | 'number' | 'plus' | 'by' | 'ratio' | 'version' | 'named-version' | 'minus';
  readonly numbers: readonly string[];
}

const PATTERNS: Readonly<Record<Count['of'], RegExp>> = {
  times: /^(\d+(?:[.,]\d+)?)[x×]$/u,
  number: /^#(\d+)$/,
  plus: /^(\d+)\+$/,
  by: /^(\d+(?:[.,]\d+)?)[x×](\d+(?:[.,]\d+)?)$/u,
  ratio: /^(\d{1,3}):(\d{1,3})$/,
  'named-version': /^[vV](\d+(?:\.\d+)*)$/,
  version: /^(\d+(?:\.\d+){2,})$/,
  minus: /^−(\d+(?:[.,]\d+)*)$/u,
};
/** Thousands in groups, as many languages write them. */
const GROUPED = /^\d{1,3}(?:\.\d{3})+$/;
const CLOCK = /^(?:[01]?\d|2[0-3]):[0-5]\d$/;

export function classifyCount(word: string, { spoken }: Place): Count | undefined {
  for (const [of, pattern] of Object.entries(PATTERNS) as [Count['of'], RegExp][]) {
    const [, first, second] = pattern.exec(word) ?? [];
    if (first === undefined || isOtherwise(of, word) || !isKnown(of, spoken)) continue;
    return { kind: 'count', of, numbers: second === undefined ? [first] : [first, second] };
  }
  return undefined;
}

/** Numbers with separators, and times of day, are none. */
const isOtherwise = (of: Count['of'], word: string): boolean =>
  (of === 'version' && GROUPED.test(word)) || (of === 'ratio' && CLOCK.test(word));

function isKnown(of: Count['of'], spoken: Place['spoken']): boolean {
  if (of === 'version') return spoken.point !== undefined;
  return spoken[of === 'named-version' ? 'version' : of] !== undefined;
}

export function sayCount({ of, numbers }: Count, { spoken }: Place): string {
  const [first = '', second = ''] = numbers;
  const { times = ['', ''], point = '.' } = spoken;
  // One point is that of a decimal number, which the engine knows.
  const parts = first.split('.').length > 2 ? first.replaceAll('.', ` ${point} `) : first;
  const said: Readonly<Record<Count['of'], string>> = {
    times: `${first} ${first === '1' ? times[0] : times[1]}`,
    number: `${spoken.number} ${first}`,
    plus: `${first} ${spoken.plus}`,
    by: `${first} ${spoken.by} ${second}`,
    ratio: `${first} ${spoken.ratio} ${second}`,
    'named-version': `${spoken.version} ${parts}`,
    version: parts,
    minus: `${spoken.minus} ${first}`,
  };
  return said[of];
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const CSS = readFileSync(join(import.meta.dirname, '../src/styles/tokens.css'), 'utf8');

/** A value that is not the same in both schemes stands as `var(--light, …) var(--dark, …)`. */
const tokensOf = (scheme: 'light' | 'dark'): Record<string, string> =>
  Object.fromEntries(
    [...CSS.matchAll(/--color-([\w-]+):\s*([^;]+);/g)].map(
      ([, name = '', value = '']): [string, string] => [
        name,
        new RegExp(`(?:^|--${scheme},\\s*)(#[0-9a-f]{6})`).exec(value)?.[1] ?? '',
      ],
    ),
  );

/** WCAG 2.2, "relative luminance". */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG 2.2, "contrast ratio". */
function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

/** What stands on what: WCAG 2.2 success criterion 1.4.3 asks for 4.5. */
const TEXTS: readonly (readonly [string, readonly string[]])[] = [
  ['text', ['page', 'card', 'sunken', 'accent-soft']],
  ['muted', ['page', 'card', 'sunken']],
  ['accent', ['page', 'card', 'sunken', 'accent-soft']],
  ['accent-hover', ['page', 'card']],
  ['on-accent', ['accent', 'accent-hover']],
  ['on-danger', ['danger', 'danger-hover']],
  ['good', ['good-soft', 'card']],
  ['warning', ['warning-soft', 'card']],
  ['bad', ['bad-soft', 'card', 'page']],
  ['code-text', ['code']],
  ['code-muted', ['code']],
  ['code-string', ['code']],
  ['code-value', ['code']],
  ['code-name', ['code']],
];
/** Borders of what can be used, and the mark of the focus: criterion 1.4.11 asks for 3. */
const PARTS: readonly (readonly [string, readonly string[]])[] = [
  ['control', ['card', 'page', 'sunken']],
  ['accent', ['card', 'page']],
];

describe.each([
  ['light', tokensOf('light')],
  ['dark', tokensOf('dark')],
])('the %s colours', (_scheme, tokens) => {
  const below = (pairs: typeof TEXTS, least: number) =>
    pairs.flatMap(([front, backs]) =>
      backs
        .map((back) => ({
          pair: `${front} on ${back}`,
          ratio: contrast(tokens[front] ?? '#000000', tokens[back] ?? '#000000'),
        }))
        .filter(({ ratio }) => ratio < least),
    );

  it('can be read: texts have a contrast of 4.5', () => {
    expect(below(TEXTS, 4.5)).toEqual([]);
  });

  it('can be seen: controls have a contrast of 3', () => {
    expect(below(PARTS, 3)).toEqual([]);
  });
});

it('are as many as there are colours in the style sheet, in both schemes', () => {
  const known = (scheme: 'light' | 'dark') =>
    Object.values(tokensOf(scheme)).filter((value) => value !== '').length;

  expect(known('light')).toBeGreaterThan(20);
  expect(known('dark')).toBe(known('light'));
});

it('measures as WCAG does', () => {
  // Its own examples: black on white, and the grey that just passes.
  expect(contrast('#000000', '#ffffff')).toBe(21);
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
});

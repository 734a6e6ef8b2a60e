import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parse, relayFunctions, sprigFunctions, TemplateError } from '../src/index.js';

const functions = { ...sprigFunctions, ...relayFunctions() };
const limits = { steps: 20_000, output: 10_000, depth: 50 };

/** Renders and lets nothing pass but the library's own errors. */
function attempt(text: string, data: unknown = null): string | TemplateError {
  try {
    return parse('t', text, { functions, limits }).execute(data);
  } catch (error) {
    if (error instanceof TemplateError) return error;
    throw error;
  }
}

const WORDS = [
  ...['{{', '}}', '{{-', '-}}', ' ', '\n', '|', '(', ')', ',', ':=', '=', '.', '$', '"', '`', "'"],
  ...[
    'if',
    'else',
    'end',
    'range',
    'with',
    'define',
    'block',
    'template',
    'break',
    'continue',
    'nil',
  ],
  ...[
    '$x',
    '.a',
    '.l',
    '.m.k',
    '1',
    '-2',
    '1.5',
    '0x',
    '1i',
    '"s"',
    '`r`',
    "'c'",
    '/*',
    '*/',
    'true',
  ],
  ...['printf', 'print', 'len', 'index', 'slice', 'eq', 'lt', 'and', 'or', 'not', 'html', 'call'],
  ...['split', 'list', 'dict', 'set', 'repeat', 'until', 'replaceAll', 'regexMatch', 'toJSON', 'a'],
  ...['"%*d%[2]v"', '"(a*)*b"', '99999999', '"\\xff"', '"%d %s %q"', 'é', '😀', '\0'],
];
const DATA = { a: 'text', l: [1, 'two', null, [3]], m: { k: { deep: true } }, n: 4.5 };
const soup = fc.array(fc.constantFrom(...WORDS), { maxLength: 40 });
const action = fc
  .array(fc.constantFrom(...WORDS.filter((word) => !/[{}]/.test(word))), { maxLength: 8 })
  .map((words) => `{{${words.join(' ')}}}`);

describe('whatever the text is', () => {
  it('parsing and rendering end with a text or an error of the library', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void attempt(text, DATA)));
    fc.assert(
      fc.property(soup, (words) => void attempt(words.join(''), DATA)),
      { numRuns: 3000 },
    );
    fc.assert(
      fc.property(
        fc.array(action, { maxLength: 6 }),
        (actions) => void attempt(actions.join(''), DATA),
      ),
      { numRuns: 3000 },
    );
  });

  it('text without actions is rendered as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        fc.pre(!text.includes('{{'));

        expect(attempt(text)).toBe(text);
      }),
    );
  });

  it('a quoted string comes back as it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const quoted = attempt('{{printf "%q" .}}', text);

        expect(attempt(`{{${String(quoted)}}}`)).toBe(text);
        expect(attempt('{{toJSON .}}', text)).toBe(
          JSON.stringify(text).replace(
            /[<>&\u2028\u2029]/g,
            (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
          ),
        );
      }),
    );
  });

  it('trim markers take all blanks next to them and nothing else', () => {
    const blanks = fc.array(fc.constantFrom(' ', '\t', '\n', '\r')).map((chars) => chars.join(''));
    fc.assert(
      fc.property(blanks, blanks, (before, after) => {
        expect(attempt(`a${before}{{- 1 -}}${after}b`)).toBe('a1b');
        expect(attempt(`a${before}{{1}}${after}b`)).toBe(`a${before}1${after}b`);
      }),
    );
  });

  it('floats are printed so that they read back as the same number', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        expect(Number(attempt('{{.}}', number))).toBe(number);
        expect(Number(attempt('{{printf "%e" .}}', number)) / number || 1).toBeCloseTo(1, 5);
      }),
    );
  });
});

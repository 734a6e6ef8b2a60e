import { parse } from '@formatjs/icu-messageformat-parser';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { composeMessage } from './compose-message.js';
import { textOf, type Composition } from './composition.js';
import type { MarkedText } from './marked-text.js';

const composed = (text: string): Composition => {
  const composition = composeMessage(text);
  if (composition === undefined) throw new Error(`${text} is no message`);
  return composition;
};

/** An engine that answers in capitals and leaves protected content where it is. */
const capitals = ({ text, spans }: MarkedText) => {
  let position = 0;
  let answer = '';
  for (const { start, end } of spans) {
    answer += text.slice(position, start).toUpperCase() + text.slice(start, end);
    position = end;
  }
  return { text: answer + text.slice(position).toUpperCase(), spans };
};

const same = ({ text, spans }: MarkedText) => ({ text, spans });

const through = (text: string, engine = capitals): string => {
  const composition = composed(text);
  return textOf(composition.compose(composition.segments.map(engine)));
};

describe('a message of ICU', () => {
  it.each([
    [
      '{count, plural, one {# file} other {# files}}',
      '{count, plural, one {# FILE} other {# FILES}}',
    ],
    [
      'You have {count, plural, =0 {no files} one {a file} other {# files}} in {folder}.',
      'YOU HAVE {count, plural, =0 {NO FILES} one {A FILE} other {# FILES}} IN {folder}.',
    ],
    [
      '{gender, select, female {She likes {item}} other {They like {item}}} and more',
      '{gender, select, female {SHE LIKES {item}} other {THEY LIKE {item}}} AND MORE',
    ],
    [
      '{n, selectordinal, one {#st place} other {#th place}}',
      '{n, selectordinal, one {#ST PLACE} other {#TH PLACE}}',
    ],
    [
      '{a, select, x {{n, plural, offset:1 one {# dog} other {# dogs}}} other {none}}',
      '{a, select, x {{n, plural, offset:1 one {# DOG} other {# DOGS}}} other {NONE}}',
    ],
    [
      '{n, plural, one {It is due on {day, date, short}} other {See {price, number, ::currency/EUR}}}',
      '{n, plural, one {IT IS DUE ON {day, date, short}} other {SEE {price, number, ::currency/EUR}}}',
    ],
    [
      "{n, plural, one {it''s a '{brace}'} other {a '#' sign}}",
      "{n, plural, one {IT''S A '{'BRACE'}'} other {A '#' SIGN}}",
    ],
    ["{n, plural, other {'}''{' a}}", "{n, plural, other {'}''{' A}}"],
    ['First\n{n, plural, other {two\nlines}}', 'FIRST\n{n, plural, other {TWO\nLINES}}'],
  ])('%j keeps keywords, selectors and arguments', (text, expected) => {
    expect(through(text)).toBe(expected);
  });

  it.each([
    'Hello {name}, {count, number} files',
    'no message {count, plural, one {# file}',
    '{count, plural}',
    '{a,select,other{'.repeat(21) + 'too deep' + '}}'.repeat(21),
    'plural, one, other',
    '',
  ])('is not %j', (text) => {
    expect(composeMessage(text)).toBeUndefined();
  });

  it('gives engines the words around a branching argument in one piece', () => {
    const { segments, visibleText } = composed(
      'Delete {n, plural, one {# file} other {# files}} now?',
    );

    expect(segments.map(({ text }) => text)).toEqual(['Delete {n} now?', '# file', '# files']);
    expect(visibleText).not.toMatch(/plural|other/);
  });

  it('says the same when nothing is translated, in any message', () => {
    const words = fc
      .stringMatching(/^[a-z'{}# .]{0,12}$/)
      .map((text) => text.replace(/['{}#]/g, "'$&'"));
    const { message } = fc.letrec<{ message: string; branch: string }>((tie) => ({
      message: fc
        .array(fc.oneof({ maxDepth: 3 }, words, fc.constant('{name}'), tie('branch')))
        .map((parts) => parts.join('')),
      branch: fc
        .tuple(tie('message'), tie('message'), fc.constantFrom('plural', 'select'))
        .map(([one, other, kind]) => `{n, ${kind}, one {${one}} other {${other}}}`),
    }));
    const meaning = (text: string) =>
      JSON.stringify(parse(text, { ignoreTag: true, requiresOtherClause: false }));

    fc.assert(
      fc.property(message, (text) => {
        const composition = composeMessage(text);
        if (composition === undefined) return;
        expect(meaning(textOf(composition.compose(composition.segments.map(same))))).toBe(
          meaning(text),
        );
      }),
      // An apostrophe in front of a brace quotes it: a message without its other clause.
      { examples: [["{n, plural, one {} other {{n, plural, one {'''} other {'''}}}}"]] },
    );
  });
});

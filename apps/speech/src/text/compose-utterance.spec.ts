import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { composeUtterance } from './compose-utterance.js';

const compose = (input: string, language = 'en-US') =>
  composeUtterance(input, { language, normalize: true });

/** What an engine is told to say, word by word. */
const said = (input: string, language?: string): string[] =>
  compose(input, language).sentences.flatMap(({ items }) =>
    items.map((item) => (item.kind === 'word' ? item.text : `(${item.ms} ms)`)),
  );
const written = (input: string, language?: string): string[] =>
  compose(input, language).words.map(({ value }) => value);
const sentences = (input: string): string[] => compose(input).sentences.map(({ value }) => value);

describe('words', () => {
  it.each([
    ['Hello, world.', ['Hello', 'world']],
    ["don't (really) “stop”", ["don't", 'really', 'stop']],
    ['$1,250.50 and 50%', ['$1,250.50', 'and', '50%']],
    ['A & B', ['A', '&', 'B']],
    ['a — b ... c', ['a', 'b', 'c']],
    ['-5 degrees', ['-5', 'degrees']],
    ['😀 smile', ['😀', 'smile']],
    ['naïve café', ['naïve', 'café']],
    ['x < y & z > w', ['x', '<', 'y', '&', 'z', '>', 'w']],
    ['שלום עולם', ['שלום', 'עולם']],
    ['今日は天気', ['今日', 'は', '天気']],
  ])('of %s', (input, expected) => {
    expect(written(input)).toEqual(expected);
  });

  it('know where they stand in SSML, references included', () => {
    const input = '<speak>Tom &amp; Jerry <sub alias="World Wide Web">W3</sub>!</speak>';
    const { words } = compose(input);

    expect(words.map(({ start, end }) => input.slice(start, end))).toEqual([
      'Tom',
      '&amp;',
      'Jerry',
      'W3',
    ]);
  });

  it('are what the input has at their place, whatever the input', () => {
    const texts = fc.array(
      fc.oneof(
        fc.string({ unit: 'grapheme' }),
        fc.constantFrom('Dr.', '$5', '12:05', '😀', 'é', 'שלום', '天気', '\n', '...', ' '),
      ),
    );
    fc.assert(
      fc.property(texts, (parts) => {
        const input = parts.join(' ');
        fc.pre(!/^\s*<speak/.test(input));
        const { words, sentences: found } = compose(input);

        let before = 0;
        for (const { start, end, value } of words) {
          expect(input.slice(start, end)).toBe(value);
          expect(start).toBeGreaterThanOrEqual(before);
          expect(end).toBeGreaterThan(start);
          before = end;
        }
        const spoken = found.flatMap(({ items }) =>
          items.flatMap((i) => (i.kind === 'word' ? [i.word] : [])),
        );
        expect(spoken).toEqual(words.map((_, index) => index));
      }),
      { numRuns: 500 },
    );
  });
});

describe('words of SSML', () => {
  const REFERENCES = ['&lt;', '&gt;', '&amp;', '&quot;', '&apos;', '&#233;', '&#x1F600;', '&#32;'];
  const parts = fc.array(
    fc.oneof(
      fc.constantFrom(...REFERENCES),
      fc.constantFrom(
        'five',
        'Dr.',
        '$5',
        '😀',
        'é',
        'e\u0301',
        'שלום',
        '天気',
        ' ',
        '\n',
        '-',
        '.',
      ),
      fc.constantFrom('<break time="10ms"/>', '<!-- a -->', '<![CDATA[<&]]>', '<mark name="m"/>'),
    ),
  );

  it('cover what was written, whole references and nothing else', () => {
    fc.assert(
      fc.property(parts, (pieces) => {
        const input = `<speak>${pieces.join('')}</speak>`;
        const { words } = compose(input);

        let before = 0;
        for (const { start, end, value } of words) {
          expect(input.slice(start, end)).toBe(value);
          expect(end).toBeGreaterThan(start);
          expect(start).toBeGreaterThanOrEqual(before);
          before = end;
          // No reference is cut: what begins in the word ends in it.
          for (const { index, 0: reference } of input.matchAll(/&#?\w+;/g)) {
            const overlaps = index < end && index + reference.length > start;
            expect(overlaps && (index < start || index + reference.length > end)).toBe(false);
          }
        }
        // Every sign that is heard is in a word.
        for (const { index } of input.matchAll(/&(lt|gt|amp|#233|#x1F600);/g)) {
          const isInWord = words.some(({ start, end }) => index >= start && index < end);
          expect(isInWord || isQuoted(input, index)).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  /** In a CDATA section a reference is text, in a comment nothing. */
  const isQuoted = (input: string, index: number): boolean =>
    input.lastIndexOf('<!', index) > input.lastIndexOf('>', index);
});

describe('comparisons', () => {
  it.each([
    ['a < b', 'en-US', 'less than'],
    ['<speak>a &gt; b</speak>', 'en-GB', 'greater than'],
    ['a < b', 'de-DE', 'kleiner als'],
    ['a > b', 'fr-FR', 'supérieur à'],
  ])('are said: %s in %s', (input, language, expected) => {
    expect(said(input, language)[1]).toBe(expected);
  });

  it('are left to the engine where it is not told how', () => {
    expect(said('a < b', 'cy-GB')[1]).toBe('<');
  });
});

describe('sentences', () => {
  it.each([
    ['One. Two! Three?', ['One.', 'Two!', 'Three?']],
    ['Dr. Smith and Mr. J. Jones left.', ['Dr. Smith and Mr. J. Jones left.']],
    ['He came, e.g. by train. Then left.', ['He came, e.g. by train.', 'Then left.']],
    ['See No. 5 now. No. Never.', ['See No. 5 now.', 'No.', 'Never.']],
    ['First line\nsecond line', ['First line', 'second line']],
    ['"Really?" she said.', ['"Really?"', 'she said.']],
  ])('of %s', (input, expected) => {
    expect(sentences(input)).toEqual(expected);
  });

  it('end where SSML says so', () => {
    expect(sentences('<speak><s>one</s><s>two</s><p>three</p>four</speak>')).toEqual([
      'one',
      'two',
      'three',
      'four',
    ]);
  });
});

describe('what is said', () => {
  it.each([
    ['Dr. Smith', ['Doctor', 'Smith']],
    ['Oak Dr. is near', ['Oak', 'Drive', 'is', 'near']],
    ['St. Paul', ['Saint', 'Paul']],
    ['No. 5', ['Number', '5']],
    ['$1', ['1 dollar']],
    ['$1,250.50', ['1250 dollars and 50 cents']],
    ['$0.01', ['1 cent']],
    ['-£2.50', ['minus 2 pounds and 50 pence']],
    ['2026-11-21', ['November 21, 20 26']],
    ['2026-13-40', ['2026-13-40']],
    ['11/21/2026', ['November 21, 20 26']],
    ['14:05', ['14 oh 5']],
    ['2:00', ["2 o'clock"]],
    ['2:30pm', ['2 30 p m']],
    ['5km', ['5 kilometers']],
    ['1 km', ['1', 'kilometer']],
    ['5 km.', ['5', 'kilometers.']],
    ['20°C', ['20 degrees Celsius']],
  ])('for %s', (input, expected) => {
    expect(said(input)).toEqual(expected);
  });

  it.each([
    ['2026-11-21', 'es', ['21 de noviembre de 2026']],
    ['11/12/2026', 'de', ['11. Dezember 2026']],
    ['5 km', 'fr', ['5', 'kilomètres']],
    ['1.250,50€', 'de', ['1250,50 Euro']],
    ['Sr. García', 'es', ['Señor', 'García']],
  ])('for %s in %s', (input, language, expected) => {
    expect(said(input, language)).toEqual(expected);
  });

  it('is what is written when normalization is off', () => {
    const { sentences: found } = composeUtterance('Dr. $5', {
      language: 'en-US',
      normalize: false,
    });

    expect(
      found.flatMap(({ items }) => items.map((i) => (i.kind === 'word' ? i.text : ''))),
    ).toEqual(['Dr.', '$5']);
  });
});

describe('SSML', () => {
  const speak = (content: string) => said(`<speak>${content}</speak>`);

  it.each([
    ['a <break time="1.5s"/> b', ['a', '(1500 ms)', 'b']],
    ['a <break strength="strong"/> b', ['a', '(750 ms)', 'b']],
    ['a <break/> b', ['a', '(500 ms)', 'b']],
    ['<say-as interpret-as="characters">AB 1</say-as>', ['A, B, 1']],
    ['<say-as interpret-as="digits">1905</say-as>', ['1 9 0 5']],
    ['<say-as interpret-as="telephone">+1 555-0199</say-as>', ['1, 5 5 5, 0 1 9 9']],
    ['<say-as interpret-as="ordinal">3</say-as>', ['3rd']],
    ['<say-as interpret-as="date" format="dmy">3/4/2026</say-as>', ['April 3, 20 26']],
    ['<say-as interpret-as="fraction">3/4</say-as>', ['3 quarters']],
    ['<say-as interpret-as="fraction">1+1/2</say-as>', ['1 and one half']],
    ['<say-as interpret-as="fraction">22/7</say-as>', ['22 over 7']],
    ['I <w role="amazon:VB">read</w> <token>it</token>', ['I', 'read', 'it']],
    ['<sub alias="Doctor">Dr</sub>, hi', ['Doctor,', 'hi']],
    ['<![CDATA[a < b]]>', ['a', 'less than', 'b']],
    ['a<!-- no --> b', ['a', 'b']],
    ['<mark name="x"/>a', ['a']],
  ])('%s', (content, expected) => {
    expect(speak(content)).toEqual(expected);
  });

  it.each([
    ['<sub alias="a long way"><p>1</p><p>2</p></sub>', '<sub> holds text only'],
    ['<lang xml:lang="">$5</lang>', 'no tag of BCP 47'],
    ['<voice language="zz-">1999-01-01</voice>', 'no tag of BCP 47'],
    ['<p xml:lang="x y">5 km</p>', 'no tag of BCP 47'],
    [`<s xml:lang="en${'-abcdefgh'.repeat(9)}">5 km</s>`, 'no tag of BCP 47'],
  ])('is refused with its place: %s', (content, what) => {
    expect(() => speak(content)).toThrow(what);
    expect(() => speak(content)).toThrow('(line 1, column');
  });

  it('knows the words that marks stand before', () => {
    const { bookmarks } = compose(
      '<speak><mark name="a"/>one <mark name="b"/>two<mark name="c"/></speak>',
    );

    expect([...bookmarks].map(([word, [mark]]) => [word, mark?.name])).toEqual([
      [0, 'a'],
      [1, 'b'],
      [2, 'c'],
    ]);
  });

  it('combines nested prosody', () => {
    const { sentences: found } = compose(
      '<speak><prosody rate="200%" volume="+6dB"><prosody rate="50%" pitch="+10%">a</prosody></prosody></speak>',
    );

    expect(found[0]?.items[0]).toMatchObject({ style: { rate: 1, pitch: 1.1, volumeDb: 6 } });
  });

  it('combines nested prosody within the pitches that one element may ask for', () => {
    const nested = (pitch: string) => {
      const opening = `<prosody pitch="${pitch}">`.repeat(10);
      const { sentences: found } = compose(
        `<speak>${opening}<speechify:style emotion="terrified">a</speechify:style>${'</prosody>'.repeat(10)}</speak>`,
      );
      return found[0]?.items[0];
    };

    expect(nested('200%')).toMatchObject({ style: { pitch: 2 } });
    expect(nested('17%')).toMatchObject({ style: { pitch: 0.17 * 1.3 } });
  });

  it.each([
    ['<speak>', 1, 1, '<speak> is not closed'],
    ['<speak>a\n<b>c</b></speak>', 2, 1, 'unknown element <b>'],
    ['<speak>a & b</speak>', 1, 10, 'bare "&"'],
    ['<speak>a < b</speak>', 1, 11, 'a name is missing'],
    ['<speak><p>a</s></speak>', 1, 12, '</p> expected'],
    ['<speak><prosody rate="fast" rate="slow">a</prosody></speak>', 1, 29, 'stands twice'],
    ['<speak><prosody rate=fast>a</prosody></speak>', 1, 22, 'no quotes'],
    ['<speak><prosody rate="-60%">a</prosody></speak>', 1, 8, 'out of range'],
    ['<speak><prosody rte="fast">a</prosody></speak>', 1, 8, '<prosody> has no attribute "rte"'],
    ['<speak><break tme="1s"/>a</speak>', 1, 8, 'it takes xml:lang, time, strength'],
    ['<speak><break time="11s"/>a</speak>', 1, 8, 'out of range'],
    ['<speak><sub>a</sub></speak>', 1, 8, 'alias is missing'],
    ['<speak><say-as interpret-as="x">a</say-as></speak>', 1, 8, 'not known'],
    ['<speak>&nbsp;</speak>', 1, 8, 'unknown reference'],
    ['<speak>&#xD800;</speak>', 1, 8, 'unknown reference'],
    ['<speak><!DOCTYPE x></speak>', 1, 8, 'document types'],
    ['<speak>a</speak>b', 1, 17, 'text outside'],
    ['<speak>a</speak><speak/>', 1, 17, 'something follows'],
    ['<speak><speak>a</speak></speak>', 1, 8, 'outermost'],
    [`<speak>${'<p>'.repeat(100)}`, 1, 305, 'nest'],
  ])('refuses %s, with line %d and column %d', (input, line, column, what) => {
    let problem: unknown;
    try {
      compose(input);
    } catch (error) {
      problem = error;
    }

    expect(problem).toMatchObject({
      code: 'validation_failed',
      status: 400,
      details: { line, column },
    });
    expect((problem as Error).message).toContain(what);
  });

  it('never fails otherwise than with a Problem', () => {
    const markup = fc.array(
      fc.constantFrom(
        '<speak>',
        '</speak>',
        '<p>',
        '</p>',
        '<break/>',
        '<prosody rate="',
        '">',
        '&',
        ';',
        'a',
        '\ud800',
        '<',
        '>',
        '<!--',
        '-->',
      ),
    );
    fc.assert(
      fc.property(markup, (parts) => {
        try {
          compose(`<speak>${parts.join('')}`);
        } catch (error) {
          expect(error).toMatchObject({ code: 'validation_failed', status: 400 });
        }
      }),
      { numRuns: 10_000 },
    );
  });
});

describe('a text of nothing but amounts', () => {
  it.each([
    ['$5M ', 'de-DE'],
    ['$1 ', 'zh-CN'],
    ['5 ft 3 in ', 'en-US'],
  ])('makes a format once for all of them: %s in %s', (amount, language) => {
    const { NumberFormat } = Intl;
    let made = 0;
    Intl.NumberFormat = new Proxy(NumberFormat, {
      construct: (target, args: ConstructorParameters<typeof Intl.NumberFormat>) => {
        made += 1;
        return new target(...args);
      },
    });
    try {
      compose(amount.repeat(1000), language);
    } finally {
      Intl.NumberFormat = NumberFormat;
    }

    expect(made).toBeLessThan(10);
  });
});

describe('a long text', () => {
  /** Three times what a request may have: the square of it would take minutes. */
  const LENGTH = 60_000;

  it.each([
    ['of words', 'a '.repeat(LENGTH / 2)],
    ['of signs within one word', `x${'…'.repeat(LENGTH)}x`],
    ['of signs that end sentences, and one that does not', `x${'!'.repeat(LENGTH)}-`],
    ['of signs beyond 16 bits', `x${'\u{10100}'.repeat(LENGTH / 2)}x`],
  ])('is read in the time that its length takes: %s', (_what, input) => {
    const begin = performance.now();

    expect(compose(input).words.length).toBeGreaterThan(0);

    expect(performance.now() - begin).toBeLessThan(8000);
  });
});

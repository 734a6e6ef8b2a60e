import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decodeText, encodeText, frame, splitAtKept, unframe } from './stream-format.js';

const roundTrip = (text: string) => {
  const encoded = encodeText(text);
  return decodeText(encoded.stream, encoded);
};

describe('the stream format', () => {
  it('escapes what has a meaning in the stream', () => {
    expect(encodeText('a^b$c/d[e]f\\g<h>i{j}k.').stream).toBe(
      'a\\^b\\$c\\/d\\[e\\]f\\\\g\\<h\\>i\\{j\\}k.',
    );
  });

  it('parts a full stop from a word that would be an abbreviation with it', () => {
    expect(encodeText('No').stream).toBe('No[].');
    expect(encodeText('He said no.').stream).toBe('He said no[].');
    expect(encodeText('Ask Mr. in the U.S.').stream).toBe('Ask Mr. in the U.S.');
    expect(decodeText('No[].', encodeText('No'))).toBe('No');
    expect(decodeText('Dijo no[].', encodeText('He said no.'))).toBe('Dijo no.');
  });

  it('hides a dash and a bracket before the pronoun I', () => {
    expect(encodeText('He said - I am here.').stream).toBe('He said [k0] I am here[].');
    expect(decodeText('[k0] Soy aquí)[].', encodeText('(I am here).'))).toBe('(Soy aquí).');
  });

  it('leaves no space behind a sign that opens, and one of two spellings', () => {
    expect(decodeText('" Soy aquí"', encodeText('"I am here"'))).toBe('"Soy aquí"');
    expect(decodeText(String.raw`YouTube\/Youtube es`, encodeText('YouTube is'))).toBe(
      'YouTube es',
    );
    expect(decodeText(String.raw`y\/o`, encodeText('a/b'))).toBe('y/o');
  });

  it('keeps the space before a quote that moved with its word', () => {
    const day = encodeText("A 'special' day");
    const name = encodeText("l'arbre 'gran'");

    expect(day.stream).toBe("A '[k0]special' day[].");
    expect(decodeText("Un día'[k0]especial'[].", day)).toBe("Un día 'especial'");
    expect(decodeText("l'arbre '[k0]gran'[].", name)).toBe("l'arbre 'gran'");
  });

  it('adds a full stop to what has no end, and takes it off again', () => {
    expect(encodeText('He saw it').stream).toBe('He saw it[].');
    expect(encodeText('He saw it!').stream).toBe('He saw it!');
    expect(encodeText('“He saw it.”').stream).toBe('“He saw it.”');
    expect(decodeText('Lo vio.', encodeText('He saw it'))).toBe('Lo vio');
    expect(decodeText('Lo vio.', encodeText('He saw it.'))).toBe('Lo vio.');
  });

  it.each([
    ['white space', 'a  b\u00a0c\u2003d \n e.', ['  ', '\u00a0', '\u2003', ' \n ']],
    ['closing quotes', '‘red’, the users’ ‘it isn’t’', ['’', '’', '’']],
    [
      'web addresses',
      'See https://a.example/the-house?x=1, or www.b.example.',
      ['https://a.example/the-house?x=1', 'www.b.example'],
    ],
    [
      'words with @',
      'Ask jane.doe@example.com or @jane, 3 @ 5.',
      ['jane.doe@example.com', '@jane', ' @ '],
    ],
    ['the mark of the post-generator', 'about ~5', ['~']],
    [
      'control characters and noncharacters',
      'a\0b\u0085c\uffffd\ufffee\u{1ffff}f',
      ['\0', '\u0085', '\uffff', '\ufffe', '\u{1ffff}'],
    ],
    ['lone surrogates', 'a\ud800b\udc00c', ['\ud800', '\udc00']],
  ])('keeps %s from the engine', (_what, text, kept) => {
    expect(encodeText(text).kept).toEqual(kept);
    expect(roundTrip(text)).toBe(text);
  });

  it.each([
    [
      "Click 'save', ('I don't'), 's', 'to be'.",
      "'[k0]save'",
      "('[k1]I don't')",
      "'[k2]s[k3]'",
      "'[k4]to be'",
    ],
    ['"\'stop', `"'[k0]stop`],
    ["It's John's, the users' 'n huis.", "It's John's, the users' 'n huis."],
  ])('parts quotes that open from the letters behind them: %s', (text, ...parts) => {
    const { stream } = encodeText(text);

    for (const part of parts) expect(stream.replaceAll('[]', '')).toContain(part);
    expect(roundTrip(text)).toBe(text);
  });

  it('lets other characters through', () => {
    const text = 'Été 😀 👩‍👩‍👧 e\u0301 שלום 中文 100% — «x» \u{e0001}\u200f';

    expect(encodeText(text).kept).toEqual([]);
    expect(roundTrip(text)).toBe(text);
  });

  it('gives back any trimmed text that comes back unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const trimmed = text.trim();
        expect(roundTrip(trimmed)).toBe(trimmed);
      }),
    );
  });

  it('removes the spaces that the engine leaves where it drops a word', () => {
    expect(decodeText(' Lo vio.  Hizo.', encodeText('He saw it. She did.'))).toBe('Lo vio. Hizo.');
  });

  it('moves nothing but white space that a dropped word has left in a wrong place', () => {
    const twoLines = encodeText('How are you?\nI am fine.');
    const brokenLine = encodeText('How are\n  you? A');

    expect(decodeText('Cómo eres?[k0] Soy bien.', twoLines)).toBe('Cómo eres?\nSoy bien.');
    expect(decodeText('Cómo eres[k0]? A.', brokenLine)).toBe('Cómo eres?\n  A');
    expect(decodeText('A [k0]? B.', encodeText('a \n? b.'))).toBe('A \n? B.');
    expect(decodeText('A [k0], B.', encodeText('a ~b, c.'))).toBe('A ~, B.');
  });

  it('writes apostrophes as the source does', () => {
    expect(decodeText("L'home", encodeText('It’s man'))).toBe('L’home');
    expect(decodeText("L'home", encodeText("It's ’t"))).toBe("L'home");
    expect(decodeText("L'home", encodeText('The man'))).toBe("L'home");
  });

  it('notices what is lost, doubled or invented', () => {
    const encoded = encodeText('a ~b');

    expect(decodeText('A  B.', encoded)).toBeUndefined();
    expect(decodeText('A [k0] [k0] B.', encoded)).toBeUndefined();
    expect(decodeText('A [k0] [k1] B.', encoded)).toBeUndefined();
    expect(decodeText('A [k0]B.', encoded)).toBe('A ~B');
  });

  it.each([
    ['terms & conditions', 'terms,[k0]conditions[].'],
    ['Home › Products -> Shoes', 'Home,[k0]Products,[k1]Shoes[].'],
    ['input/output', 'input,[k0]output[].'],
    ['it costs 5 € now', 'it costs 5 € now[].'],
    ['a & ', 'a & []'],
    ['n/a', String.raw`n\/a[].`],
  ])('shows a comma for a sign that parts words: %j', (text, stream) => {
    expect(encodeText(text).stream.replace(/(?<= )\[\]\.$/, '[]')).toBe(stream);
    expect(roundTrip(text)).toBe(text.trimEnd());
  });

  it('takes the commas of signs away again, and none else', () => {
    const encoded = encodeText('salt, pepper & oil');

    expect(decodeText('sal, pimienta,[k0]aceite[].', encoded)).toBe('sal, pimienta & aceite');
    expect(decodeText('sal, pimienta، [k0]aceite[].', encoded)).toBe('sal, pimienta & aceite');
    expect(decodeText('sal, pimienta[k0]aceite,[].', encoded)).toBeUndefined();
  });

  it('does not mind lost white space', () => {
    expect(decodeText('A B.', encodeText('a \u00a0 b'))).toBe('A B');
  });

  it('takes no text of a caller for a mark of its own', () => {
    expect(roundTrip('[k0] ~ [n1]\\[k1]')).toBe('[k0] ~ [n1]\\[k1]');
  });

  it('splits a text into what is kept and what is translated', () => {
    const parts = splitAtKept('See www.a.example now');

    expect(parts.map(({ text }) => text).join('')).toBe('See www.a.example now');
    expect(parts.filter(({ isKept }) => !isKept).map(({ text }) => text)).toEqual(['See', 'now']);
  });

  it('frames a text with its nonce, and accepts no other answer', () => {
    expect(frame('x', 'n1')).toBe('[n1]x[n1]\0');
    expect(unframe('[n1]x[n1]', 'n1')).toBe('x');
    expect(unframe('[n2]x[n2]', 'n1')).toBeUndefined();
    expect(unframe('[n1]x', 'n1')).toBeUndefined();
    expect(unframe('[n1]', 'n1')).toBeUndefined();
    expect(unframe('', 'n1')).toBeUndefined();
  });

  it.each([
    'a',
    '@',
    'a@',
    'www.',
    'http://',
    '.',
    ')',
    ' ',
    '~',
    '.)',
    '\\',
    "'",
    "a'",
    "'a ",
    "' ",
  ])('takes little time for 2,000 characters of %p', (unit) => {
    const text = unit.repeat(2000 / unit.length);
    const startMs = performance.now();

    for (let round = 0; round < 20; round += 1) roundTrip(text);

    expect(performance.now() - startMs).toBeLessThan(2000);
  });
});

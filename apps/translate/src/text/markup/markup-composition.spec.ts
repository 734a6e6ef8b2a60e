import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { markupDocuments, readings, tagsOf } from '../../../test/markup-documents.js';
import { textOf } from '../composition.js';
import { isFaithful, type MarkedText, type PlacedSpan } from '../marked-text.js';
import { translateParts } from '../../translation/segments/parts.js';
import { LINES, type SplitRules } from '../segments.js';
import type { MarkupOptions } from './markup-options.js';
import { composeMarkup } from './markup-composition.js';

const XML: MarkupOptions = {
  kind: 'xml',
  version: 'v1',
  detectsOutline: true,
  splittingTags: [],
  nonSplittingTags: [],
  ignoreTags: [],
};
const HTML: MarkupOptions = { ...XML, kind: 'html' };
const WHOLE: SplitRules = { atLines: false, atSentences: false };

const segmentsOf = (text: string, options: Partial<MarkupOptions> = {}, rules = LINES) =>
  composeMarkup(text, { ...XML, ...options }, rules).segments.map((segment) => segment.text);

const inCapitals = (segment: MarkedText) => ({
  text: segment.text
    .split('')
    .map((letter) => (letter.toUpperCase().length === 1 ? letter.toUpperCase() : letter))
    .join(''),
  spans: segment.spans,
});

const shouted = (text: string, options: Partial<MarkupOptions> = {}, rules = LINES) => {
  const composition = composeMarkup(text, { ...XML, ...options }, rules);
  return textOf(composition.compose(composition.segments.map(inCapitals)));
};

describe('composeMarkup, for XML', () => {
  it('takes elements beside text for a part of the sentence, others for structure', () => {
    expect(
      segmentsOf('<doc><title>The title</title><p>A <b>bold</b> word.</p><p>Two</p></doc>'),
    ).toEqual(['The title', 'A bold word.', 'Two']);
  });

  it('splits by the given tags only, when the outline is not to be detected', () => {
    const text = '<doc><t>One</t><p>A <b>bold</b> word.<par/>Two</p></doc>';

    expect(segmentsOf(text, { detectsOutline: false, splittingTags: ['par'] })).toEqual([
      'One',
      'A bold word.',
      'Two',
    ]);
    expect(segmentsOf('<p><b>a</b> <i>c</i></p>')).toEqual(['a', 'c']);
    expect(segmentsOf('<p><b>a</b> <i>c</i></p>', { nonSplittingTags: ['b', 'i'] })).toEqual([
      'a c',
    ]);
  });

  it('splits where an element beside text splits always', () => {
    expect(segmentsOf('A <b>big</b> house <x>and</x> more', { splittingTags: ['x'] })).toEqual([
      'A big house',
      'and',
      'more',
    ]);
  });

  it('splits at line ends outside of tags, unless told not to', () => {
    expect(segmentsOf('One\ntwo <b>three\nfour</b>')).toEqual(['One', 'two three\nfour']);
    expect(segmentsOf('One\ntwo', {}, WHOLE)).toEqual(['One\ntwo']);
  });

  it('writes tags, comments, instructions and CDATA byte for byte', () => {
    const text =
      '<?xml version="1.0"?><!-- a > b --><a  x = "1>2"\n y=\'"\'>text <br  /> more<![CDATA[<raw>]]></a >';

    expect(shouted(text)).toBe(text.replace('text', 'TEXT').replace('more', 'MORE'));
  });

  it('leaves ignored elements as they are, with their tags', () => {
    const text = 'Run <code a="1">npm  <b>install</b></code> now, <code/>then <keep>me</keep>.';

    expect(shouted(text, { ignoreTags: ['code', 'keep'] })).toBe(
      'RUN <code a="1">npm  <b>install</b></code> NOW, <code/>THEN <keep>me</keep>.',
    );
    expect(shouted('<doc><code>one</code><p>two</p></doc>', { ignoreTags: ['code'] })).toBe(
      '<doc><code>one</code><p>TWO</p></doc>',
    );
  });

  it('reads character references and writes them as the document does', () => {
    const text = 'Fish &amp; chips &lt; 3 &#x20AC;, caf\u00e9&#160;bar';

    expect(segmentsOf(text)).toEqual(['Fish & chips < 3 \u20ac, caf\u00e9\u00a0bar']);
    expect(shouted(text)).toBe('FISH &amp; CHIPS &lt; 3 &#x20AC;, CAF\u00c9&#160;BAR');
  });

  it('keeps a bare ampersand, and references that it does not know as they are written', () => {
    expect(shouted('R&D &unknown; x')).toBe('R&D &unknown; X');
    expect(shouted('<p>&copy; house&nbsp;rule</p>')).toBe('<p>&copy; HOUSE&nbsp;RULE</p>');
    expect(shouted('&foo; &amp;foo; x')).toBe('&foo; &amp;FOO; X');
    expect(shouted('<p>&copy;</p>')).toBe('<p>&copy;</p>');
    expect(shouted('&copy; &foo; x', HTML)).toBe('&copy; &foo; X');
  });

  it.each([
    ['a reference that names nothing', 'x &nothing; y', 'x &nothing; y', XML],
    [
      'escaped markup beside bare signs',
      '1 < 2 &lt;b&gt; R&D &amp;lt; > 0',
      '1 &lt; 2 &lt;b&gt; R&amp;D &amp;lt; &gt; 0',
      HTML,
    ],
    ['bare signs alone', 'a < b & c', 'a < b & c', HTML],
  ])('writes %s so that it stays text', (_what, text, expected, options) => {
    const composition = composeMarkup(text, options, LINES);

    expect(textOf(composition.compose(composition.segments))).toBe(expected);
  });

  it.each([XML, HTML])('lets no engine write a tag (%#)', (options) => {
    const composition = composeMarkup('one &#60; two', options, LINES);
    const html = composeMarkup('one < two', HTML, LINES);
    const forged = [{ text: '<script>x</script> < y', spans: [] }];

    expect(textOf(composition.compose(forged))).toBe('&#60;script>x&#60;/script> &#60; y');
    expect(textOf(html.compose(forged))).toBe('&lt;script>x&lt;/script> < y');
  });

  it('moves white space at the ends of tags outside, and loses none', () => {
    expect(shouted('a<b> c </b>d')).toBe('A <b>C</b> D');
    expect(shouted('  <b> x</b>\t')).toBe('  <b> X</b>\t');
    expect(shouted('<img/> a <x/> <y/>')).toBe('<img/> A <x/> <y/>');
  });

  it.each([
    ['<a>text', "the element 'a' is not closed"],
    ['text</a>', "the end tag of 'a' has no start tag"],
    ['<a><b>text</a></b>', "the end tag of 'a' has no start tag"],
    ['a < b', 'a tag is not well formed'],
    ['<a x=1>b</a>', 'a tag is not well formed'],
    ['<a x="1" x="2">b</a>', "'a' has an attribute twice"],
    ['<a x="1" y=\'x="1"\' x="1"/>', "'a' has an attribute twice"],
    ['<!-- a -- b --> c', "a comment holds '--'"],
    ['<!-- a ---> c', "a comment holds '--'"],
    ['<a>b</a x="1">', "the end tag of 'a' has attributes"],
    ['<!-- open', 'a tag is not well formed'],
    ['<a>'.repeat(201) + '</a>'.repeat(201), 'elements are nested more than 200 deep'],
  ])('refuses %.40p', (text, reason) => {
    expect(() => segmentsOf(text)).toThrow(
      `Tag handling parsing failed, please check input: ${reason}.`,
    );
  });

  it('nests 200 deep', () => {
    const text = '<a>'.repeat(200) + 'x' + '</a>'.repeat(200);

    expect(shouted(text)).toBe(text.replace('x', 'X'));
  });
});

describe('composeMarkup, for HTML', () => {
  it('goes by the names of the elements', () => {
    const text = '<DIV><h1>Title</h1><p>A <b>bold</b> word<br>and <span>more</span></p></DIV>';

    expect(segmentsOf(text, HTML)).toEqual(['Title', 'A bold word', 'and more']);
  });

  it('does not translate scripts, styles and what is marked so', () => {
    const text =
      '<script>if (a < b) "<b>hi</b>";</script><style>p > a {}</style><p translate="no">one</p>' +
      '<p>two <i class="x notranslate">three</i> four</p><p translate=no>five</p>';

    expect(shouted(text, HTML)).toBe(text.replace('two', 'TWO').replace('four', 'FOUR'));
  });

  it.each([
    '<p>one<p>two',
    '<ul><li>one<li>two</ul>',
    'a < b and c > d',
    'text</b>',
    '<b>one <i>two</b> three</i>',
    '<b>open',
    '<a href=x>y</a>',
    '<input disabled value=1>',
    '<!doctype html><!-- open',
    '<3 hearts',
    '<b x="',
  ])('takes %p as it is', (text) => {
    const composition = composeMarkup(text, HTML, LINES);

    expect(textOf(composition.compose(composition.segments))).toBe(text);
  });

  it('reads named references', () => {
    expect(segmentsOf('caf&eacute;&nbsp;&copy; x', HTML)).toEqual(['caf\u00e9\u00a0\u00a9 x']);
  });

  it.each(['<!--', '<script>', '<!a', '<a b="', '<![CDATA[', '<b>', '</b>', '<b/>', '&', '<p>x'])(
    'reads 128 KiB of %p in linear time',
    (part) => {
      const text = part.repeat((128 * 1024) / part.length);
      const started = performance.now();

      const composition = composeMarkup(text, HTML, LINES);
      const written = textOf(composition.compose(composition.segments));

      expect(written).toBe(text);
      // 0.1 s on a quiet machine; what looks for each end to the end takes minutes.
      expect(performance.now() - started).toBeLessThan(20_000);
    },
  );
});

describe('composeMarkup, for many references', () => {
  it.each(['numbers', 'names that mean nothing'])('writes %s in linear time', (kind) => {
    const name = (n: number) => (kind === 'numbers' ? `#${n + 0x4e00}` : `x${n.toString(36)}q`);
    const text = Array.from({ length: 15_000 }, (_unused, n) => `a &${name(n)};`).join(' ');
    const started = performance.now();

    const composition = composeMarkup(text, HTML, LINES);

    expect(textOf(composition.compose(composition.segments))).toBe(text);
    expect(performance.now() - started).toBeLessThan(5000);
  });
});

describe('composeMarkup, for random documents', () => {
  const rules = fc.record({ atLines: fc.boolean(), atSentences: fc.boolean() });

  it('writes every tag once, in its place, and every letter', () => {
    fc.assert(
      fc.property(markupDocuments, readings, rules, (text, options, split) => {
        const composition = composeMarkup(text, { ...XML, ...options }, split);

        const written = textOf(composition.compose(composition.segments));

        expect(tagsOf(written)).toEqual(tagsOf(text));
        expect(written.replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
        expect(written).toHaveLength(text.length);
      }),
      { numRuns: 2000 },
    );
  });

  it('writes every tag once and nested, wherever an engine moves the words', () => {
    fc.assert(
      fc.property(
        markupDocuments,
        readings,
        rules,
        fc.infiniteStream(fc.nat()),
        (text, options, split, random) => {
          const composition = composeMarkup(text, { ...XML, ...options, kind: 'xml' }, split);
          const translations = composition.segments.map((segment) => {
            const placed = shuffled(segment, random);
            return isFaithful(segment, placed.spans, placed.text) ? placed : segment;
          });

          const written = textOf(composition.compose(translations));

          expect(tagsOf(written).toSorted()).toEqual(tagsOf(text).toSorted());
          expect(() => composeMarkup(written, XML, LINES)).not.toThrow();
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('is put together from its parts as it was', async () => {
    await fc.assert(
      fc.asyncProperty(markupDocuments, readings, rules, async (text, options, split) => {
        const composition = composeMarkup(text, { ...XML, ...options }, split);

        const parts = await translateParts(composition.segments, (texts) => Promise.resolve(texts));

        expect(parts.map((part) => part.text)).toEqual(composition.segments.map((s) => s.text));
        parts.forEach(({ text: translated, spans }, index) => {
          expect(isFaithful(composition.segments[index]!, spans, translated)).toBe(true);
        });
      }),
      { numRuns: 1000 },
    );
  });
});

/** Siblings change places, with all that is in them. */
function shuffled(
  segment: MarkedText,
  random: Iterator<number>,
): { text: string; spans: PlacedSpan[] } {
  const spans: PlacedSpan[] = [];
  let text = '';
  const write = (parent: number | undefined, start: number, end: number) => {
    const children = segment.spans.filter((span) => span.parent === parent);
    const pieces: (number | string)[] = [];
    let position = start;
    for (const child of children) {
      pieces.push(segment.text.slice(position, child.start), child.id);
      position = child.end;
    }
    pieces.push(segment.text.slice(position, end));
    const order = pieces
      .map((piece) => ({ piece, rank: (random.next().value as number) % 7 }))
      .sort((a, b) => a.rank - b.rank);
    for (const { piece } of order) {
      if (typeof piece === 'string') {
        text += piece;
        continue;
      }
      const span = segment.spans.find(({ id }) => id === piece)!;
      const from = text.length;
      if (span.kind === 'tag') write(piece, span.start, span.end);
      else text += segment.text.slice(span.start, span.end);
      spans.push({ id: piece, start: from, end: text.length });
    }
  };
  write(undefined, 0, segment.text.length);
  return { text, spans };
}

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { unmarked, type MarkedText, type PlacedSpan } from '../../../text/marked-text.js';
import { shielded } from '../../../text/shield.js';
import { unwrapped } from './paired-tags.js';

const shield = (text: string): MarkedText => shielded(unmarked(text));

/** An engine that answers with the text as it is. */
const echoed = ({ text, spans }: MarkedText) => ({
  text,
  spans: spans.map(({ id, start, end }) => ({ id, start, end })),
});

describe('pairs of tags in a plain text', () => {
  it('are spans around their words, one within the other', () => {
    const found = unwrapped(shield('The <b>red <i>house</i></b> has %d rooms'));

    expect(found?.segment.text).toBe('The red house has %d rooms');
    expect(found?.segment.spans).toMatchObject([
      { kind: 'tag', start: 4, end: 13 },
      { kind: 'tag', start: 8, end: 13 },
      { kind: 'protected', start: 18, end: 20 },
    ]);
    expect(found?.segment.spans[1]?.parent).toBe(found?.segment.spans[0]?.id);
  });

  it('go where their words go', () => {
    const source = shield('The <b>red</b> <i>house</i> of %s');
    const found = unwrapped(source);
    const ids = (found?.segment.spans ?? []).map(({ id }) => id);
    const places = [
      { start: 8, end: 12 },
      { start: 3, end: 7 },
      { start: 16, end: 18 },
    ];

    const placed = found?.wrapped({
      text: 'La casa roja de %s',
      spans: places.map((place, at) => ({ id: ids[at]!, ...place })),
    });

    expect(placed?.text).toBe('La <i>casa</i> <b>roja</b> de %s');
    const written = (text: string, spans: readonly PlacedSpan[]) =>
      new Map(spans.map(({ id, start, end }) => [id, text.slice(start, end)]));
    expect(written(placed!.text, placed!.spans)).toEqual(written(source.text, source.spans));
  });

  it.each([
    'no tags',
    'one <br> and <img src="a"/>',
    'closed </b> first',
    '<b>5</b> houses',
    'crossed <b>one <i>two</b> three',
  ])('are none, or only whole ones, in %j', (text) => {
    const found = unwrapped(shield(text));

    expect(found?.wrapped(echoed(found.segment))?.text ?? text).toBe(text);
  });

  it('stay where they are in a segment of very many', () => {
    expect(unwrapped(shield('<b>a</b> '.repeat(30)))).toBeDefined();
    expect(unwrapped(shield('<b>a</b> '.repeat(31)))).toBeUndefined();
  });

  it('that did not come back around words are told', () => {
    const found = unwrapped(shield('<b>The <i>house</i></b>'));
    const [outer, inner] = found?.segment.spans ?? [];
    const spans = (start: number, end: number) => [
      { id: outer?.id ?? -1, start: 0, end: 4 },
      { id: inner?.id ?? -1, start, end },
    ];

    expect(found?.wrapped({ text: 'casa larga', spans: spans(2, 8) })).toBeUndefined();
    expect(found?.wrapped({ text: 'casa larga', spans: spans(3, 3) })).toBeUndefined();
    expect(found?.wrapped({ text: 'casa larga', spans: spans(2, 4).slice(0, 1) })).toBeUndefined();
  });

  it('come back as they were from an engine that changes nothing', () => {
    const { tree } = fc.letrec<{ tree: string; node: string }>((tie) => ({
      tree: fc.array(tie('node'), { maxLength: 4 }).map((parts) => parts.join(' ')),
      node: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom('house', '%s', '<br>', 'a < b', '</i>', '<u>', 'größe', '{name}', ''),
        fc
          .tuple(fc.constantFrom('b', 'i', 'a href="x"', 'span'), tie('tree'))
          .map(([tag, inner]) => `<${tag}>${inner}</${tag.split(' ', 1)[0] ?? ''}>`),
      ),
    }));
    fc.assert(
      fc.property(tree, (text) => {
        const found = unwrapped(shield(text));
        const back = found?.wrapped(echoed(found.segment));
        if (back !== undefined) expect(back.text).toBe(text);
        for (const { id, start, end } of back?.spans ?? []) {
          const span = shield(text).spans.find((one) => one.id === id);
          expect([start, end]).toEqual([span?.start, span?.end]);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

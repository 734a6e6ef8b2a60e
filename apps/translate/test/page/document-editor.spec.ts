import { describe, expect, it } from '@jest/globals';
import {
  edgesOf,
  shownText,
  withoutEdges,
  writtenXml,
} from '../../web/src/documents/editor/marks.js';
import { warningsOf } from '../../web/src/documents/editor/warnings.js';

describe('marks of formatting as people type them', () => {
  it.each([
    ['The <g id="1">big</g> house', 'The ⟦1⟧big⟦/1⟧ house'],
    ['A <g id="1">b <g id="2">c</g></g> d<x id="3"/>', 'A ⟦1⟧b ⟦2⟧c⟦/2⟧⟦/1⟧ d⟦3/⟧'],
    ['x &lt; y &amp;amp; &gt;', 'x < y &amp; >'],
  ])('stand for the elements of %s', (xml, shown) => {
    expect(shownText(xml)).toBe(shown);
    expect(writtenXml(shown)).toBe(xml);
  });

  it('are read back where they do not close', () => {
    expect(writtenXml('a ⟦1⟧b')).toBe('a <g id="1">b');
    expect(shownText('a <g id="1">b')).toBe('a ⟦1⟧b');
    expect(writtenXml(shownText('b</g> c'))).toBe('b</g> c');
  });
});

describe('marks around all words', () => {
  it.each([
    ['The house⟦1/⟧', 'La casa⟦1/⟧', 'La casa'],
    ['⟦1/⟧ A ⟦2/⟧ b ⟦3/⟧', '⟦1/⟧ Un ⟦2/⟧ b ⟦3/⟧', 'Un ⟦2/⟧ b'],
    ['⟦1/⟧A', 'A⟦1/⟧', 'A⟦1/⟧'],
    ['⟦1⟧A⟦/1⟧', '⟦1⟧B⟦/1⟧', '⟦1⟧B⟦/1⟧'],
    ['⟦1/⟧', '⟦1/⟧', ''],
  ])('of %s, %s need not be typed', (source, target, typed) => {
    const edges = edgesOf(source, target);

    expect(withoutEdges(target, edges)).toBe(typed);
    expect(edges.before + typed + edges.after).toBe(target);
  });
});

describe('warnings of a translation', () => {
  const kinds = (source: string, target: string) =>
    warningsOf(source, target, [{ source: 'dog', target: 'can' }]).map(({ kind }) => kind);

  it('are none where marks, numbers, terms and length are as they should be', () => {
    expect(kinds('The ⟦1⟧dog⟦/1⟧ has 1,500 bones', 'El ⟦1⟧can⟦/1⟧ tiene 1.500 huesos')).toEqual([]);
  });

  it.each([
    ['The ⟦1⟧dog⟦/1⟧', 'El can', ['marks']],
    ['2 dogs', '3 canes', ['numbers']],
    ['The dog', 'El perro', ['glossary']],
    ['The dog', `El can ${'muy '.repeat(20)}grande`, ['length']],
    ['The dog is in the garden of the house', 'El can', ['length']],
    ['The dog', ' ', ['empty']],
  ])('of %s, %s', (source, target, expected) => {
    expect(kinds(source, target)).toEqual(expected);
  });

  it('say which', () => {
    expect(warningsOf('2 ⟦1⟧', '3 ⟦1⟧ ⟦2⟧', [])).toEqual([
      { kind: 'marks', what: '⟦2⟧' },
      { kind: 'numbers', what: '2 3' },
    ]);
  });
});

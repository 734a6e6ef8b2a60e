/**
 * Marks of formatting as people type them: `⟦1⟧red⟦/1⟧` for `<g id="1">red</g>`, `⟦2/⟧` for `<x id="2"/>`.
 *
 * The service writes no other elements, and references for `&`, `<` and `>` alone.
 */
export const shownText = (xml: string): string =>
  withoutReferences(
    opened(xml)
      .replaceAll(/<x id="(\d+)"\/>/g, '⟦$1/⟧')
      .replaceAll(/<\/g:(\d*)>/g, '⟦/$1⟧')
      .replaceAll(/<g id="(\d+)">/g, '⟦$1⟧'),
  );

/** With the number of each element in its end; without one where it closes nothing. */
function opened(xml: string): string {
  const open: string[] = [];
  return xml.replaceAll(/<g id="(\d+)">|<\/g>/g, (tag, id: string | undefined) => {
    if (id === undefined) return `</g:${open.pop() ?? ''}>`;
    open.push(id);
    return tag;
  });
}

const SIGNS: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
};

const withoutReferences = (text: string): string =>
  text.replaceAll(/&(?:amp|lt|gt|quot|apos);/g, (reference) => SIGNS[reference] ?? reference);

export const writtenXml = (shown: string): string =>
  shown
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/⟦(\d+)\/⟧/g, '<x id="$1"/>')
    .replaceAll(/⟦(\d+)⟧/g, '<g id="$1">')
    .replaceAll(/⟦\/\d*⟧/g, '</g>');

const MARK = /⟦(?:\d+\/?|\/\d*)⟧/g;

export const marksIn = (shown: string): readonly string[] => shown.match(MARK) ?? [];

export const withoutMarks = (shown: string): string => shown.replaceAll(MARK, '');

/** Marks that stand before and behind all words: nobody has to type them. */
export interface Edges {
  readonly before: string;
  readonly after: string;
}

const BEFORE = /^(?:⟦\d+\/⟧\s*)+/;
const AFTER = /(?:\s*⟦\d+\/⟧)+$/;

/** Those that a text and its translation both have; none where they have others. */
export function edgesOf(source: string, target: string): Edges {
  const both = (edge: RegExp) => {
    const found = edge.exec(source)?.[0] ?? '';
    return edge.exec(target)?.[0] === found ? found : '';
  };
  const before = both(BEFORE);
  // A text of nothing but marks has no words between two edges.
  return { before, after: before.length < source.length ? both(AFTER) : '' };
}

/** A text that lacks one of them, as another window may have left it, is shown whole. */
export const withoutEdges = (shown: string, { before, after }: Edges): string =>
  shown.startsWith(before) && shown.endsWith(after)
    ? shown.slice(before.length, shown.length - after.length)
    : shown;

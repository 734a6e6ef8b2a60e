/**
 * Marks of formatting as people type them: `⟦1⟧red⟦/1⟧` for `<g id="1">red</g>`, `⟦2/⟧` for `<x id="2"/>`.
 *
 * The service writes no other elements, and references for `&`, `<` and `>` alone.
 */
export const shownText = (xml: string): string =>
  withoutReferences(
    opened(xml)
      .replaceAll(/<x id="(\d+)"\/>/g, '⟦$1/⟧')
      .replaceAll(/<\/g:(\d+)>/g, '⟦/$1⟧')
      .replaceAll(/<g id="(\d+)">/g, '⟦$1⟧'),
  );

/** With the number of each element in its end. */
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
    .replaceAll(/⟦\/\d+⟧/g, '</g>');

const MARK = /⟦\/?\d+\/?⟧/g;

export const marksIn = (shown: string): readonly string[] => shown.match(MARK) ?? [];

export const withoutMarks = (shown: string): string => shown.replaceAll(MARK, '');

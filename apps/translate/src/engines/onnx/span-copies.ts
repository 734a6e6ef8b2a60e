import type { MarkedText, PlacedSpan, Span } from '../../text/marked-text.js';

/** A segment as it is given to a model that knows no marks: what has to come out stands in it as it is. */
export interface PlainSegment {
  readonly text: string;
  /** What has to come out once, in the order of the spans. */
  readonly copies: readonly { readonly id: number; readonly content: string }[];
}

/**
 * Placeholders and terms as they have to come out: a model copies most of what it takes for a name.
 *
 * @returns undefined for segments with tags, and with contents that cannot be told apart in the translation
 */
export function writeCopies({ text, spans }: MarkedText): PlainSegment | undefined {
  let written = '';
  let end = 0;
  const copies: { id: number; content: string }[] = [];
  for (const span of spans) {
    const content = contentOf(text, span);
    if (content === undefined || span.start < end) return undefined;
    written += text.slice(end, span.start) + content;
    end = span.end;
    copies.push({ id: span.id, content });
  }
  written += text.slice(end);
  return copies.every(({ content }) => isOnce(written, content))
    ? { text: written, copies }
    : undefined;
}

/** @returns undefined unless each came out once */
export function placeCopies(
  translation: string,
  { copies }: PlainSegment,
): readonly PlacedSpan[] | undefined {
  if (!copies.every(({ content }) => isOnce(translation, content))) return undefined;
  return copies.map(({ id, content }) => {
    const start = translation.indexOf(content);
    return { id, start, end: start + content.length };
  });
}

function contentOf(text: string, span: Span): string | undefined {
  if (span.kind === 'tag') return undefined;
  const content = span.kind === 'term' ? span.target : text.slice(span.start, span.end);
  return content.trim() === content && content !== '' ? content : undefined;
}

const isOnce = (text: string, content: string): boolean => {
  const first = text.indexOf(content);
  return first !== -1 && !text.includes(content, first + 1);
};

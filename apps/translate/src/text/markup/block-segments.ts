import type { MarkedText, Span } from '../marked-text.js';
import { splitText, type SplitRules } from '../segments.js';
import type { Block, Part } from './markup-parts.js';

const LETTER = /[\p{L}\p{M}]/u;

/**
 * A block in its segments: cut where the split rules allow it and no tag is open.
 *
 * White space at the ends of tags and segments is taken out of them.
 */
export function segmentsOfBlock(block: Block, rules: SplitRules): readonly Part[] {
  if (block.text === '' && block.spans.length === 0) return [];
  const spans = withinWords(block);
  const cuts = cutsOf({ text: block.text, spans }, rules);
  const roots = rootsOf(spans);
  const pieceOf = (span: Span) => pieceAt(cuts, roots.get(span.id) ?? span);
  const byPiece = Map.groupBy(spans, pieceOf);
  return cuts.slice(1).flatMap((end, piece) => {
    const start = cuts[piece] ?? 0;
    return partsOfPiece(block, byPiece.get(piece) ?? [], start, end);
  });
}

/** Tags without the white space at their ends; those inside stay inside. */
function withinWords({ text, spans }: Block): readonly Span[] {
  const moved = new Map<number, Span>();
  for (const span of spans) {
    const { start, end } = span.kind === 'tag' ? trimmedRange(text, span) : span;
    const around = span.parent === undefined ? undefined : moved.get(span.parent);
    const clamp = (at: number) =>
      around === undefined ? at : Math.min(Math.max(at, around.start), around.end);
    moved.set(span.id, { ...span, start: clamp(start), end: clamp(end) });
  }
  return [...moved.values()];
}

function trimmedRange(text: string, { start, end }: Span): { start: number; end: number } {
  const inside = text.slice(start, end);
  const core = inside.trim();
  if (core === '') return { start, end: start };
  const first = start + inside.length - inside.trimStart().length;
  return { start: first, end: first + core.length };
}

/** The ends of the pieces, from 0 to the length: no span reaches across one. */
function cutsOf({ text, spans }: MarkedText, rules: SplitRules): readonly number[] {
  const isInside = new Uint8Array(text.length + 1);
  let coveredUntil = 0;
  for (const { start, end } of spans) {
    for (let at = Math.max(start + 1, coveredUntil); at < end; at += 1) isInside[at] = 1;
    coveredUntil = Math.max(coveredUntil, end);
  }
  const cuts = [0];
  let position = 0;
  for (const part of splitText(text, rules)) {
    position += part.text.length;
    if (position < text.length && isInside[position] === 0) cuts.push(position);
  }
  return [...cuts, text.length];
}

/** The outermost span around each: a tag and what it holds stay together. */
function rootsOf(spans: readonly Span[]): ReadonlyMap<number, Span> {
  const roots = new Map<number, Span>();
  for (const span of spans) {
    roots.set(span.id, span.parent === undefined ? span : (roots.get(span.parent) ?? span));
  }
  return roots;
}

/** The piece that a span lies in; an empty one at a cut goes with what is before it. */
function pieceAt(cuts: readonly number[], { start, end }: Span): number {
  const at = start === end ? start - 1 : start;
  let [low, high] = [0, cuts.length - 2];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((cuts[middle] ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
}

/** One piece: the white space before it, its segment, and the white space behind it. */
function partsOfPiece(
  { text, notations }: Block,
  spans: readonly Span[],
  start: number,
  end: number,
): readonly Part[] {
  const piece = text.slice(start, end);
  const wordsStart = start + piece.length - piece.trimStart().length;
  const wordsEnd = start + piece.trimEnd().length;
  const first = spans.reduce((least, span) => Math.min(least, span.start), wordsStart);
  const last = spans.reduce((most, span) => Math.max(most, span.end), Math.max(wordsEnd, first));
  const numbers = new Map(spans.map(({ id }, index) => [id, index]));
  const segment: MarkedText = {
    text: text.slice(first, last),
    spans: spans.map((span) => moved(span, first, numbers)),
  };
  return [
    { kind: 'segment', ...unspoken(text.slice(start, first)) },
    {
      kind: 'segment',
      segment,
      notations: spans.map(({ id }) => notations[id] ?? { open: '', close: '', isFixed: false }),
      isSpoken: LETTER.test(spokenText(segment)),
    },
    { kind: 'segment', ...unspoken(text.slice(last, end)) },
  ];
}

const unspoken = (text: string) => ({
  segment: { text, spans: [] },
  notations: [],
  isSpoken: false,
});

function moved(span: Span, by: number, numbers: ReadonlyMap<number, number>): Span {
  const { parent, ...rest } = span;
  const around = parent === undefined ? undefined : numbers.get(parent);
  return {
    ...rest,
    id: numbers.get(span.id) ?? span.id,
    start: span.start - by,
    end: span.end - by,
    ...(around === undefined ? {} : { parent: around }),
  };
}

/** What is left when the protected content is taken away. */
function spokenText({ text, spans }: MarkedText): string {
  let position = 0;
  let spoken = '';
  for (const { kind, start, end } of spans) {
    if (kind === 'tag') continue;
    spoken += text.slice(position, start);
    position = end;
  }
  return spoken + text.slice(position);
}

import { eventsOf, type MarkedText, type PlacedSpan } from '../../text/marked-text.js';

/** A segment put together from its parts. */
export interface FromParts {
  readonly text: string;
  readonly spans: readonly PlacedSpan[];
}

type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'fixed'; readonly text: string }
  | { readonly kind: 'open'; readonly id: number }
  | { readonly kind: 'close'; readonly id: number };

const LETTER = /[\p{L}\p{M}]/u;

/**
 * Translates segments in the parts between their spans, so that every span is exactly where it was.
 *
 * For engines that cannot place spans, and for segments that were placed wrongly.
 *
 * @param translate is given texts with letters and without white space at their ends
 */
export async function translateParts(
  segments: readonly MarkedText[],
  translate: (texts: readonly string[]) => Promise<readonly string[]>,
): Promise<readonly FromParts[]> {
  const pieces = segments.map(piecesOf);
  const texts = [...new Set(pieces.flat().flatMap(translatable))];
  const translations = texts.length === 0 ? [] : await translate(texts);
  const translationOf = new Map(texts.map((text, index) => [text, translations[index] ?? text]));
  return pieces.map((list) => assembled(list, translationOf));
}

function translatable(piece: Piece): readonly string[] {
  return piece.kind === 'text' && LETTER.test(piece.text) ? [piece.text.trim()] : [];
}

function assembled(
  pieces: readonly Piece[],
  translationOf: ReadonlyMap<string, string>,
): FromParts {
  let text = '';
  const starts = new Map<number, number>();
  const spans: PlacedSpan[] = [];
  for (const piece of pieces) {
    if (piece.kind === 'open') starts.set(piece.id, text.length);
    else if (piece.kind === 'close') {
      spans.push({ id: piece.id, start: starts.get(piece.id) ?? text.length, end: text.length });
    } else if (piece.kind === 'fixed') text += piece.text;
    else text += translatedPiece(piece.text, translationOf);
  }
  return { text, spans };
}

function translatedPiece(text: string, translationOf: ReadonlyMap<string, string>): string {
  const core = text.trim();
  const translation = translationOf.get(core);
  if (translation === undefined) return text;
  const start = text.length - text.trimStart().length;
  return text.slice(0, start) + translation + text.slice(start + core.length);
}

function piecesOf({ text, spans }: MarkedText): readonly Piece[] {
  let fixedUntil = 0;
  return eventsOf(text.length, spans).flatMap((event): readonly Piece[] => {
    if (event.kind === 'text') {
      const isFixed = event.start < fixedUntil;
      return isFixed ? [] : [{ kind: 'text', text: text.slice(event.start, event.end) }];
    }
    const { span } = event;
    if (event.kind === 'close') return [{ kind: 'close', id: span.id }];
    if (span.kind === 'tag') return [{ kind: 'open', id: span.id }];
    fixedUntil = span.end;
    const fixed = span.kind === 'term' ? span.target : text.slice(span.start, span.end);
    return [
      { kind: 'open', id: span.id },
      { kind: 'fixed', text: fixed },
    ];
  });
}

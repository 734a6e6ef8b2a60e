import { eventsOf, type MarkedText, type PlacedSpan, type Span } from '../../domain/marked-text.js';

/** Signs that texts hardly ever hold, so that nothing has to be escaped. */
const SIGNS = /[⟦⟧]/;
const MARK = /⟦(\/?)(\d+)(\/?)⟧/g;

/** A translation read back, with every span in its place. */
export interface ReadBack {
  readonly text: string;
  readonly spans: readonly PlacedSpan[];
}

/**
 * Writes a segment for a model: tags as `⟦1⟧…⟦/1⟧`, empty ones and protected content as `⟦2/⟧`, terms as their
 * target between marks, where the model may inflect it.
 *
 * @returns undefined when the text itself holds the signs of the marks
 */
export function writeMarks({ text, spans }: MarkedText): string | undefined {
  if (spans.length === 0) return text;
  if (SIGNS.test(text)) return undefined;
  let fixedUntil = 0;
  return eventsOf(text.length, spans)
    .map((event) => {
      if (event.kind === 'text') {
        return event.start < fixedUntil ? '' : text.slice(event.start, event.end);
      }
      const { id, kind, start, end } = event.span;
      const isAlone = kind === 'protected' || start === end;
      if (event.kind === 'close') return isAlone ? '' : `⟦/${id}⟧`;
      if (kind !== 'tag') fixedUntil = end;
      const target = event.span.kind === 'term' ? event.span.target : '';
      return isAlone ? `⟦${id}/⟧` : `⟦${id}⟧${target}`;
    })
    .join('');
}

/**
 * Reads what a model wrote.
 *
 * @returns undefined unless every mark is there once and they nest
 */
export function readMarks(written: string, segment: MarkedText): ReadBack | undefined {
  const reader = new Reader(segment);
  let end = 0;
  for (const match of written.matchAll(MARK)) {
    reader.addText(written.slice(end, match.index));
    end = match.index + match[0].length;
    const [, isClosing, number, isAlone] = match;
    const kind = isAlone === '/' ? 'alone' : isClosing === '/' ? 'close' : 'open';
    if (!reader.addMark(kind, Number(number))) return undefined;
  }
  reader.addText(written.slice(end));
  return reader.finish();
}

class Reader {
  readonly #segment: MarkedText;
  readonly #byId: ReadonlyMap<number, Span>;
  readonly #placed = new Map<number, PlacedSpan>();
  readonly #open: { readonly id: number; readonly start: number }[] = [];
  #text = '';

  constructor(segment: MarkedText) {
    this.#segment = segment;
    this.#byId = new Map(segment.spans.map((span) => [span.id, span]));
  }

  addText(text: string): void {
    this.#text += text;
  }

  /** @returns false for a mark that does not belong there */
  addMark(kind: 'alone' | 'open' | 'close', id: number): boolean {
    const span = this.#byId.get(id);
    if (span === undefined || this.#placed.has(id)) return false;
    const start = this.#text.length;
    if (kind === 'open') {
      this.#open.push({ id, start });
      return true;
    }
    if (kind === 'close') return this.#close(id);
    if (span.kind === 'protected') this.#text += this.#segment.text.slice(span.start, span.end);
    this.#placed.set(id, { id, start, end: this.#text.length });
    return true;
  }

  finish(): ReadBack | undefined {
    const isWhole =
      this.#open.length === 0 && this.#placed.size === this.#byId.size && !SIGNS.test(this.#text);
    return isWhole ? { text: this.#text, spans: [...this.#placed.values()] } : undefined;
  }

  #close(id: number): boolean {
    const last = this.#open.pop();
    if (last?.id !== id) return false;
    this.#placed.set(id, { id, start: last.start, end: this.#text.length });
    return true;
  }
}

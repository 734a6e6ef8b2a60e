import { eventsOf, type MarkedText, type PlacedSpan, type Span } from '../../text/marked-text.js';

/** How the spans of a segment are written for a model. */
export interface MarkSyntax {
  text(plain: string): string;
  open(id: number): string;
  close(id: number): string;
  /** A span that has no words to translate in it. @param content what stands there in the source */
  alone(id: number, content: string): string;
}

/** A translation read back, with every span in its place. */
export interface ReadBack {
  readonly text: string;
  readonly spans: readonly PlacedSpan[];
}

/** Writes a segment with its marks; a term as its target between them, where the model may inflect it. */
export function writeWith(syntax: MarkSyntax, { text, spans }: MarkedText): string {
  let fixedUntil = 0;
  return eventsOf(text.length, spans)
    .map((event) => {
      if (event.kind === 'text') {
        return event.start < fixedUntil ? '' : syntax.text(text.slice(event.start, event.end));
      }
      const { id, kind, start, end } = event.span;
      const isAlone = kind === 'protected' || start === end;
      if (event.kind === 'close') return isAlone ? '' : syntax.close(id);
      if (kind !== 'tag') fixedUntil = end;
      if (isAlone) return syntax.alone(id, text.slice(start, end));
      return syntax.open(id) + (kind === 'term' ? syntax.text(event.span.target) : '');
    })
    .join('');
}

/** Puts together what a model wrote, mark by mark. */
export class MarkReader {
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

  /** @returns undefined unless every mark was there once */
  finish(): ReadBack | undefined {
    const isWhole = this.#open.length === 0 && this.#placed.size === this.#byId.size;
    return isWhole ? { text: this.#text, spans: [...this.#placed.values()] } : undefined;
  }

  #close(id: number): boolean {
    const last = this.#open.pop();
    if (last?.id !== id) return false;
    this.#placed.set(id, { id, start: last.start, end: this.#text.length });
    return true;
  }
}

import type { Problem } from '@sextant/platform-http/errors';
import { malformed, SsmlScanner, type SsmlEvent } from './ssml-scanner.js';
import { ELEMENTS, requireKnownAttributes, type Placed } from './ssml-elements.js';
import { SourceTextBuilder, type SourceText } from '../words/source-text.js';
import type { Bookmark } from '../words/utterance.js';
import { PLAIN_STYLE, type Style } from '../words/style.js';

/** A piece of what is to be said, in order. */
export type Piece =
  | {
      readonly kind: 'text';
      readonly source: SourceText;
      readonly style: Style;
      readonly alias?: string;
    }
  | { readonly kind: 'break'; readonly ms: number; readonly at: number }
  | { readonly kind: 'mark'; readonly bookmark: Bookmark }
  /** The end of a paragraph or sentence that the author marked. */
  | { readonly kind: 'boundary'; readonly at: number };

/** Elements inside each other; more is an attack on whoever walks them (our choice). */
const MAX_DEPTH = 100;

/**
 * Plain text that holds `<` or `&` is text; only what begins with `<speak` is SSML (spec 3, part 2.A), or with the XML
 * declaration before it (XML 1.0, 2.8).
 */
export const isSsml = (input: string): boolean =>
  /^\s*(?:<\?xml\s[^?<>]*\?>\s*)?<speak[\s>/]/.test(input);

/** The pieces of an input: one for plain text, many for SSML; `isPlain`: text, whatever it begins with. */
export function piecesOf(input: string, isPlain = false): readonly Piece[] {
  if (!isPlain && isSsml(input)) return new SsmlParser(input).parse();
  const builder = new SourceTextBuilder();
  builder.addWritten(input, 0);
  return builder.isEmpty ? [] : [{ kind: 'text', source: builder.take(), style: PLAIN_STYLE }];
}

interface OpenElement {
  readonly name: string;
  readonly at: number;
  readonly style: Style;
  readonly alias?: string | undefined;
  readonly isBoundary: boolean;
}

/** One pass over the document with a stack of what is open. */
class SsmlParser {
  readonly #pieces: Piece[] = [];
  readonly #stack: OpenElement[] = [];
  readonly #text = new SourceTextBuilder();
  #isOver = false;

  constructor(private readonly input: string) {}

  parse(): readonly Piece[] {
    const scanner = new SsmlScanner(this.input);
    for (let event = scanner.next(); event !== undefined; event = scanner.next()) this.take(event);
    const open = this.#stack.at(-1);
    if (open !== undefined) throw malformed(this.input, open.at, `<${open.name}> is not closed`);
    return this.#pieces;
  }

  private take(event: SsmlEvent): void {
    if (event.kind === 'open') this.open(event);
    else if (event.kind === 'close') this.close(event.name, event.at);
    else this.say(event);
  }

  private say(event: Extract<SsmlEvent, { text: string }>): void {
    if (this.#stack.length === 0) {
      if (event.text.trim() === '') return;
      throw malformed(this.input, event.at, 'text outside of <speak>');
    }
    if (event.kind === 'text') this.#text.addWritten(event.text, event.at);
    else this.#text.addFor(event.text, event.at, event.end);
  }

  private open(event: Extract<SsmlEvent, { kind: 'open' }>): void {
    if (this.#isOver) throw malformed(this.input, event.at, 'something follows </speak>');
    const element = ELEMENTS.get(event.name);
    if (element === undefined)
      throw malformed(this.input, event.at, `unknown element <${event.name}>`);
    if ((event.name === 'speak') !== (this.#stack.length === 0)) {
      throw malformed(this.input, event.at, '<speak> has to be the outermost element');
    }
    // SSML 1.1, 3.1.11: "The sub element can only contain text (no elements)": each would be said as all of the alias.
    if (this.#stack.at(-1)?.alias !== undefined) {
      throw malformed(this.input, event.at, `<sub> holds text only, not <${event.name}>`);
    }
    if (this.#stack.length >= MAX_DEPTH) {
      throw malformed(this.input, event.at, `elements nest more than ${MAX_DEPTH} deep`);
    }
    this.flush();
    const refuse = (what: string): Problem => malformed(this.input, event.at, what);
    requireKnownAttributes(event.name, event.attributes, refuse);
    const placed = element({ style: this.style, attributes: event.attributes, refuse });
    this.enter(event, placed);
  }

  private enter(
    { name, at, end, isEmpty }: Extract<SsmlEvent, { kind: 'open' }>,
    placed: Placed,
  ): void {
    if (placed.markName !== undefined) {
      this.#pieces.push({ kind: 'mark', bookmark: { name: placed.markName, start: at, end } });
    }
    if (placed.breakMs !== undefined) this.#pieces.push({ kind: 'break', ms: placed.breakMs, at });
    this.#stack.push({
      name,
      at,
      style: placed.style,
      alias: placed.alias,
      isBoundary: placed.isBoundary === true,
    });
    if (isEmpty) this.close(name, at);
  }

  private close(name: string, at: number): void {
    const open = this.#stack.at(-1);
    if (open?.name !== name) {
      const expected = open === undefined ? 'nothing is open' : `</${open.name}> expected`;
      throw malformed(this.input, at, `</${name}>: ${expected}`);
    }
    this.flush();
    this.#stack.pop();
    if (open.isBoundary) this.#pieces.push({ kind: 'boundary', at });
    if (this.#stack.length === 0) this.#isOver = true;
  }

  private flush(): void {
    if (this.#text.isEmpty) return;
    const alias = this.#stack.at(-1)?.alias;
    this.#pieces.push({
      kind: 'text',
      source: this.#text.take(),
      style: this.style,
      ...(alias === undefined ? {} : { alias }),
    });
  }

  private get style(): Style {
    return this.#stack.at(-1)?.style ?? PLAIN_STYLE;
  }
}

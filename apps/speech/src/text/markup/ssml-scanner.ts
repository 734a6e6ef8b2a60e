import type { Problem } from '@sextant/platform-http/errors';
import { MARKUP_ERRORS } from './markup-errors.js';

/** Attribute names and values, references resolved. */
export type Attributes = ReadonlyMap<string, string>;

/** What an XML document consists of, as far as SSML needs it; offsets are UTF-16 units of the input. */
export type SsmlEvent =
  | {
      readonly kind: 'open';
      readonly name: string;
      readonly attributes: Attributes;
      readonly isEmpty: boolean;
      readonly at: number;
      readonly end: number;
    }
  | { readonly kind: 'close'; readonly name: string; readonly at: number }
  | { readonly kind: 'text'; readonly text: string; readonly at: number }
  | {
      readonly kind: 'character';
      readonly text: string;
      readonly at: number;
      readonly end: number;
    };

const NAME = /[A-Za-z_][\w:.-]*/y;
const SPACE = /\s*/y;
const REFERENCE = /&(#x[0-9a-fA-F]{1,6}|#\d{1,7}|[A-Za-z]\w*);/y;
const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
};

/** What says nothing. */
const SILENT = [
  { begin: '<!--', end: '-->', name: 'comment' },
  { begin: '<?', end: '?>', name: 'processing instruction' },
];

/** The Problem for SSML that cannot be read: names line and column, both from 1. */
export function malformed(input: string, at: number, what: string): Problem {
  const before = input.slice(0, at).split(/\r\n|\r|\n/);
  const line = before.length;
  const column = (before.at(-1)?.length ?? 0) + 1;
  const message = `The SSML is not valid: ${what} (line ${line}, column ${column}).`;
  return MARKUP_ERRORS.malformedSsml({
    message,
    details: { fields: { input: message }, line, column },
  });
}

/**
 * Reads an SSML document event by event. Comments and processing instructions are left out, a document type is
 * refused (it could define entities without end).
 *
 * @throws {Problem} `validation_failed` with line and column
 */
export class SsmlScanner {
  #at = 0;

  constructor(private readonly input: string) {}

  next(): SsmlEvent | undefined {
    for (;;) {
      if (this.#at >= this.input.length) return undefined;
      const char = this.input[this.#at];
      if (char === '&') return this.reference();
      if (char !== '<') return this.text();
      const event = this.markup();
      if (event !== undefined) return event;
    }
  }

  private text(): SsmlEvent {
    const at = this.#at;
    const rest = /[<&]/g;
    rest.lastIndex = at;
    const stop = rest.exec(this.input)?.index ?? this.input.length;
    this.#at = stop;
    return { kind: 'text', text: this.input.slice(at, stop), at };
  }

  private reference(): SsmlEvent {
    const at = this.#at;
    const text = this.resolve(at);
    return { kind: 'character', text, at, end: this.#at };
  }

  /** Resolves the reference at `at` and moves behind it. */
  private resolve(at: number): string {
    REFERENCE.lastIndex = at;
    const [whole, name] = REFERENCE.exec(this.input) ?? [];
    if (whole === undefined || name === undefined) {
      throw malformed(this.input, at, 'a bare "&"; write &amp; instead');
    }
    const text = name.startsWith('#') ? characterOf(name) : ENTITIES[name];
    if (text === undefined) throw malformed(this.input, at, `unknown reference ${whole}`);
    this.#at = at + whole.length;
    return text;
  }

  /** Nothing for what says nothing, such as a comment. */
  private markup(): SsmlEvent | undefined {
    const at = this.#at;
    const silent = SILENT.find(({ begin }) => this.input.startsWith(begin, at));
    if (silent !== undefined) {
      this.skip(silent.end, silent.name);
      return undefined;
    }
    if (this.input.startsWith('<![CDATA[', at)) return this.cdata(at);
    if (this.input.startsWith('<!', at)) {
      throw malformed(this.input, at, 'document types are not accepted');
    }
    return this.input.startsWith('</', at) ? this.closeTag(at) : this.openTag(at);
  }

  private skip(end: string, what: string): void {
    const stop = this.input.indexOf(end, this.#at);
    if (stop < 0) throw malformed(this.input, this.#at, `the ${what} does not end`);
    this.#at = stop + end.length;
  }

  private cdata(at: number): SsmlEvent {
    const begin = at + '<![CDATA['.length;
    this.skip(']]>', 'CDATA section');
    return { kind: 'text', text: this.input.slice(begin, this.#at - 3), at: begin };
  }

  private closeTag(at: number): SsmlEvent {
    this.#at = at + 2;
    const name = this.name();
    this.space();
    this.expect('>', at);
    return { kind: 'close', name, at };
  }

  private openTag(at: number): SsmlEvent {
    this.#at = at + 1;
    const name = this.name();
    const attributes = new Map<string, string>();
    for (;;) {
      const hasSpace = this.space();
      const char = this.input[this.#at];
      if (char === '>' || char === '/' || char === undefined) break;
      if (!hasSpace) throw malformed(this.input, this.#at, `unexpected "${char}" in <${name}>`);
      this.attribute(attributes);
    }
    const isEmpty = this.input[this.#at] === '/';
    if (isEmpty) this.#at += 1;
    this.expect('>', at);
    return { kind: 'open', name, attributes, isEmpty, at, end: this.#at };
  }

  private attribute(attributes: Map<string, string>): void {
    const at = this.#at;
    const name = this.name();
    this.space();
    this.expect('=', at);
    this.space();
    const quote = this.input[this.#at];
    if (quote !== '"' && quote !== "'") {
      throw malformed(this.input, this.#at, `the value of ${name} has no quotes`);
    }
    if (attributes.has(name)) throw malformed(this.input, at, `${name} stands twice`);
    this.#at += 1;
    attributes.set(name, this.quoted(quote, at));
  }

  private quoted(quote: string, begin: number): string {
    let value = '';
    for (;;) {
      const char = this.input[this.#at];
      if (char === undefined) throw malformed(this.input, begin, 'the value does not end');
      if (char === '<') throw malformed(this.input, this.#at, 'a "<" in a value');
      if (char === '&') {
        value += this.resolve(this.#at);
        continue;
      }
      this.#at += 1;
      if (char === quote) return value;
      value += char;
    }
  }

  private name(): string {
    NAME.lastIndex = this.#at;
    const [name] = NAME.exec(this.input) ?? [];
    if (name === undefined) {
      throw malformed(this.input, this.#at, 'a name is missing; write &lt; for a "<" that is text');
    }
    this.#at += name.length;
    return name;
  }

  private space(): boolean {
    SPACE.lastIndex = this.#at;
    const [space = ''] = SPACE.exec(this.input) ?? [];
    this.#at += space.length;
    return space !== '';
  }

  private expect(char: string, tagAt: number): void {
    if (this.input[this.#at] === undefined)
      throw malformed(this.input, tagAt, 'the tag does not end');
    if (this.input[this.#at] !== char) throw malformed(this.input, this.#at, `"${char}" expected`);
    this.#at += 1;
  }
}

/** Nothing for what is no character of XML 1.0 (production 2). */
function characterOf(name: string): string | undefined {
  const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  const isCharacter =
    code === 9 ||
    code === 10 ||
    code === 13 ||
    (code >= 32 && code <= 0x10ffff && !isExcluded(code));
  return isCharacter ? String.fromCodePoint(code) : undefined;
}

const isExcluded = (code: number): boolean =>
  (code >= 0xd800 && code <= 0xdfff) || code === 0xfffe || code === 0xffff;

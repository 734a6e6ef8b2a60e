import { MARKUP_ERRORS } from './markup-errors.js';

/**
 * A piece of a marked-up text. Joined, the `raw` of all tokens is the text.
 *
 * `single` is whatever stands alone: empty elements, comments, processing instructions, declarations and, in
 * HTML, a tag without its counterpart.
 */
export type Token =
  | { readonly kind: 'text'; readonly raw: string }
  | { readonly kind: 'single'; readonly raw: string; readonly name: string }
  | { readonly kind: 'open'; readonly raw: string; readonly name: string; readonly end: number }
  | { readonly kind: 'close'; readonly raw: string; readonly name: string; readonly start: number };

export type MarkupKind = 'xml' | 'html';

/** Deeper nesting than any document has; each level costs a pass over what is inside. */
const DEEPEST = 200;

const NAME = String.raw`[\p{L}_:][\p{L}\p{M}\p{N}_:.\-]*`;
const XML_VALUE = String.raw`\s*=\s*(?:"[^"<]*"|'[^'<]*')`;
const XML_ATTRIBUTES = String.raw`(?:\s+${NAME}${XML_VALUE})*\s*`;
const XML_ATTRIBUTE = new RegExp(`(${NAME})${XML_VALUE}`, 'gu');
const HTML_ATTRIBUTES = String.raw`(?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>\x60]+))?|\s*/(?!>))*\s*`;

const tagPattern = (attributes: string) => new RegExp(`<(/?)(${NAME})(${attributes})(/?)>`, 'uy');
const TAGS: Readonly<Record<MarkupKind, RegExp>> = {
  xml: tagPattern(XML_ATTRIBUTES),
  html: tagPattern(HTML_ATTRIBUTES),
};

const DECLARATION = /<![a-z](?:"[^"]*"|'[^']*'|\[[^\]]*\]|[^>"'[])*>/iy;
const LONGEST_DECLARATION = 1024;

/** What is neither a tag nor text: from its beginning to its end nothing has a meaning. */
const VERBATIM: readonly (readonly [begin: string, end: string])[] = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
];

/** @see HTML Living Standard, "Void elements" */
const VOID_ELEMENTS: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
);

/** Their content is no markup. @see HTML Living Standard, "Raw text elements" */
const RAW_TEXT: ReadonlySet<string> = new Set(['script', 'style']);

interface OpenTag {
  readonly index: number;
  readonly name: string;
}

/**
 * Takes marked-up text apart. Lower-case names in HTML, as written in XML.
 *
 * XML must be well formed, as a fragment: several roots and text beside them are allowed. HTML may leave tags
 * open; those stand alone then. O(n) but for HTML with many unclosed tags.
 *
 * @throws {Problem} `malformed_markup`
 */
export function tokensOf(text: string, kind: MarkupKind): readonly Token[] {
  return paired(new Scanner(text, kind).scan(), kind);
}

type LooseToken =
  | { readonly kind: 'text'; readonly raw: string }
  | { readonly kind: 'single' | 'open' | 'close'; readonly raw: string; readonly name: string };

/** Goes from one `<` to the next. Ends that are not there are looked for once only. */
class Scanner {
  readonly #text: string;
  readonly #kind: MarkupKind;
  readonly #tokens: LooseToken[] = [];
  readonly #lowerCase: string;
  readonly #missing = new Set<string>();
  #textStart = 0;

  constructor(text: string, kind: MarkupKind) {
    this.#text = text;
    this.#kind = kind;
    // Only ASCII letters are folded: the length must stay.
    this.#lowerCase = text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  }

  scan(): readonly LooseToken[] {
    let at = this.#text.indexOf('<');
    while (at !== -1) {
      const token = this.#verbatimAt(at) ?? this.#tagAt(at);
      if (token === undefined && this.#kind === 'xml') throw malformed('a tag is not well formed');
      if (token !== undefined) this.#add(token, at);
      at = this.#text.indexOf('<', token === undefined ? at + 1 : this.#textStart);
    }
    this.#addText(this.#text.length);
    return this.#tokens;
  }

  #add(token: LooseToken, at: number): void {
    this.#addText(at);
    this.#tokens.push(token);
    this.#textStart = at + token.raw.length;
  }

  #addText(end: number): void {
    const raw = this.#text.slice(this.#textStart, end);
    if (raw !== '') this.#tokens.push({ kind: 'text', raw });
  }

  #verbatimAt(at: number): LooseToken | undefined {
    const known = VERBATIM.find(([begin]) => this.#text.startsWith(begin, at));
    const end = known === undefined ? -1 : this.#endOf(known[1], at + known[0].length);
    if (end !== -1) return this.#verbatim(this.#text.slice(at, end));
    DECLARATION.lastIndex = 0;
    const declaration = this.#text.startsWith('<!', at)
      ? DECLARATION.exec(this.#text.slice(at, at + LONGEST_DECLARATION))
      : null;
    return declaration === null ? undefined : { kind: 'single', raw: declaration[0], name: '' };
  }

  /** @see XML 1.0, "Comments": "the string "--" (double-hyphen) must not occur within comments" */
  #verbatim(raw: string): LooseToken {
    const isComment = this.#kind === 'xml' && raw.startsWith('<!--');
    if (isComment && raw.indexOf('--', 4) < raw.length - 3) throw malformed("a comment holds '--'");
    return { kind: 'single', raw, name: '' };
  }

  #tagAt(at: number): LooseToken | undefined {
    const pattern = TAGS[this.#kind];
    pattern.lastIndex = at;
    const match = pattern.exec(this.#text);
    if (match === null) return undefined;
    const tag = tagOf(match, this.#kind);
    if (this.#kind === 'xml' || tag.kind !== 'open' || !RAW_TEXT.has(tag.name)) return tag;
    const close = this.#endOf(`</${tag.name}>`, at + tag.raw.length);
    if (close === -1) return tag;
    return { kind: 'single', raw: this.#text.slice(at, close), name: tag.name };
  }

  /** @returns -1 when it does not come any more */
  #endOf(end: string, from: number): number {
    if (this.#missing.has(end)) return -1;
    const at = this.#lowerCase.indexOf(end.toLowerCase(), from);
    if (at === -1) this.#missing.add(end);
    return at === -1 ? -1 : at + end.length;
  }
}

type LooseTag = Exclude<LooseToken, { readonly kind: 'text' }>;

function tagOf(match: RegExpMatchArray, kind: MarkupKind): LooseTag {
  const [raw, slash, written = '', attributes = '', selfClosing] = match;
  const name = kind === 'html' ? written.toLowerCase() : written;
  if (slash === '/') {
    checkEndTag(name, attributes + (selfClosing ?? ''), kind);
    return { kind: 'close', raw, name };
  }
  if (kind === 'xml') checkAttributes(name, attributes);
  const isSingle = selfClosing === '/' || (kind === 'html' && VOID_ELEMENTS.has(name));
  return { kind: isSingle ? 'single' : 'open', raw, name };
}

function checkEndTag(name: string, rest: string, kind: MarkupKind): void {
  if (kind === 'xml' && rest.trim() !== '')
    throw malformed(`the end tag of '${name}' has attributes`);
}

/** @see XML 1.0, "Unique Att Spec": no attribute name may appear more than once */
function checkAttributes(name: string, attributes: string): void {
  const names = [...attributes.matchAll(XML_ATTRIBUTE)].map(([, attribute]) => attribute);
  if (new Set(names).size < names.length) throw malformed(`'${name}' has an attribute twice`);
}

/** Joins start and end tags. In HTML an end tag closes the nearest open one of its name. */
function paired(loose: readonly LooseToken[], kind: MarkupKind): readonly Token[] {
  const partner = new Map<number, number>();
  const open: OpenTag[] = [];
  loose.forEach((token, index) => {
    if (token.kind === 'open') {
      open.push({ index, name: token.name });
      if (open.length > DEEPEST) dropOldest(open, kind);
    } else if (token.kind === 'close') {
      const at = open.findLastIndex(({ name }) => name === token.name);
      if (kind === 'xml' && (at === -1 || at < open.length - 1)) {
        throw malformed(`the end tag of '${token.name}' has no start tag`);
      }
      const start = open[at];
      if (start === undefined) return;
      open.length = at;
      partner.set(start.index, index).set(index, start.index);
    }
  });
  if (kind === 'xml' && open.length > 0) {
    throw malformed(`the element '${open.at(-1)?.name ?? ''}' is not closed`);
  }
  return loose.map((token, index) => withPartner(token, partner.get(index)));
}

function dropOldest(open: OpenTag[], kind: MarkupKind): void {
  if (kind === 'xml') throw malformed(`elements are nested more than ${DEEPEST} deep`);
  open.shift(); // Nobody closes 200 tags that were left open in a row: they stand alone.
}

function withPartner(token: LooseToken, partner: number | undefined): Token {
  if (token.kind === 'text' || token.kind === 'single') return token as Token;
  const { raw, name } = token;
  if (partner === undefined) return { kind: 'single', raw, name };
  return token.kind === 'open'
    ? { kind: 'open', raw, name, end: partner }
    : { kind: 'close', raw, name, start: partner };
}

const malformed = (reason: string) =>
  MARKUP_ERRORS.malformed({
    message: `Tag handling parsing failed, please check input: ${reason}.`,
  });

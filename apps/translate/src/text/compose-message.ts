import {
  parse,
  TYPE,
  type MessageFormatElement,
  type PluralElement,
  type SelectElement,
} from '@formatjs/icu-messageformat-parser';
import type { Chunk, Composition } from './composition.js';
import type { PlaceholderFormat } from './placeholder-formats.js';
import type { MarkedText, PlacedSpan, Span } from './marked-text.js';

/** A message with branches; arguments alone are placeholders like any other. */
const BRANCHES = /\{\s*[^\s{},]+\s*,\s*(?:plural|select|selectordinal)\s*,/;

/** Dialects that have such messages. */
export const MESSAGE_FORMATS: readonly PlaceholderFormat[] = ['icu', 'angular'];

/** Braces in braces; messages that people write have six at most. */
const DEEPEST = 40;

const BREAKS = /([\p{Cc}\u2028\u2029]+)/u;
const LETTER = /[\p{L}\p{M}]/u;

type Branching = PluralElement | SelectElement;

/** A part of a message: written as it is, or a text with its arguments. */
type Node =
  | { readonly kind: 'raw'; readonly text: string }
  | {
      readonly kind: 'text';
      readonly segment: MarkedText;
      /** What stands for the spans of arguments that branch. */
      readonly branches: ReadonlyMap<number, readonly Node[]>;
      readonly isInPlural: boolean;
    };

type TextNode = Extract<Node, { kind: 'text' }>;

/**
 * A message of ICU (`{count, plural, one {# file} other {# files}}`): the text around a branching argument is one segment in
 * which the argument stands as a name, and so is each line of each branch. Keywords, selectors and arguments stay; what is
 * translated is quoted as messages want it, apostrophes doubled.
 *
 * @returns undefined for a text that is no such message
 */
export function composeMessage(text: string): Composition | undefined {
  const elements = parsed(text);
  if (elements === undefined) return undefined;
  const nodes = new Reader(text).nodesOf(elements, false);
  const spoken = textNodes(nodes).filter(({ segment }) => isSpoken(segment));
  const numbers = new Map(spoken.map((node, number) => [node, number]));
  return {
    segments: spoken.map(({ segment }) => segment),
    formats: MESSAGE_FORMATS,
    visibleText: spoken.map(({ segment }) => wordsOf(segment)).join('\n'),
    compose: (translations) => {
      const chunksOf = (node: Node): readonly Chunk[] => {
        if (node.kind === 'raw') return [{ text: node.text }];
        const number = numbers.get(node);
        const translation = number === undefined ? undefined : translations[number];
        return written(node, translation ?? node.segment, { number, chunksOf });
      };
      return nodes.flatMap(chunksOf);
    },
  };
}

function parsed(text: string): readonly MessageFormatElement[] | undefined {
  if (!BRANCHES.test(text) || nestingOf(text) > DEEPEST) return undefined;
  try {
    return parse(text, { ignoreTag: true, captureLocation: true, requiresOtherClause: false });
  } catch {
    return undefined;
  }
}

/** How deep braces stand in each other; a bound, as quotes are not looked at. */
function nestingOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [brace] of text.matchAll(/[{}]/g)) {
    depth += brace === '{' ? 1 : -1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

const isBranching = (element: MessageFormatElement): element is Branching =>
  element.type === TYPE.plural || element.type === TYPE.select;

interface Place {
  readonly start: number;
  readonly end: number;
}

const placeOf = ({ location }: MessageFormatElement): Place => ({
  start: location?.start.offset ?? 0,
  end: location?.end.offset ?? 0,
});

/** Takes a message apart, at the places that its elements have in the text. */
class Reader {
  constructor(private readonly text: string) {}

  nodesOf(elements: readonly MessageFormatElement[], isInPlural: boolean): readonly Node[] {
    const lines = new Lines(isInPlural);
    for (const element of elements) {
      if (element.type === TYPE.literal) lines.addText(element.value);
      else if (isBranching(element)) lines.addBranches(element.value, this.#branchesOf(element));
      else lines.addArgument(this.#raw(placeOf(element)));
    }
    return lines.finish();
  }

  /** The argument as it is written, but for the texts of its branches. */
  #branchesOf(element: Branching): readonly Node[] {
    const { start, end } = placeOf(element);
    const values = Object.values(element.options)
      .map(({ value }) => value)
      .filter((value) => value.length > 0)
      .map((value) => ({ value, place: this.#placeOfAll(value) }))
      .toSorted((a, b) => a.place.start - b.place.start);
    const isPlural = element.type === TYPE.plural;
    const nodes: Node[] = [];
    let position = start;
    for (const { value, place } of values) {
      nodes.push({ kind: 'raw', text: this.#raw({ start: position, end: place.start }) });
      nodes.push(...this.nodesOf(value, isPlural));
      position = place.end;
    }
    return [...nodes, { kind: 'raw', text: this.#raw({ start: position, end }) }];
  }

  #placeOfAll(elements: readonly MessageFormatElement[]): Place {
    const places = elements.map(placeOf);
    return { start: places[0]?.start ?? 0, end: places.at(-1)?.end ?? 0 };
  }

  #raw({ start, end }: Place): string {
    return this.text.slice(start, end);
  }
}

/** Puts texts and arguments together, a segment for each line. */
class Lines {
  readonly #nodes: Node[] = [];
  #text = '';
  #spans: Span[] = [];
  #branches = new Map<number, readonly Node[]>();

  constructor(private readonly isInPlural: boolean) {}

  addText(text: string): void {
    // With a capturing group, split() returns what it split at in every second place.
    text.split(BREAKS).forEach((part, index) => {
      if (index % 2 === 0) {
        this.#text += part;
        return;
      }
      this.#endLine();
      this.#nodes.push({ kind: 'raw', text: part });
    });
  }

  addArgument(raw: string): void {
    this.#addSpan(raw);
  }

  addBranches(name: string, nodes: readonly Node[]): void {
    this.#branches.set(this.#spans.length, nodes);
    this.#addSpan(`{${name}}`);
  }

  finish(): readonly Node[] {
    this.#endLine();
    return this.#nodes;
  }

  #addSpan(text: string): void {
    const start = this.#text.length;
    this.#text += text;
    this.#spans.push({
      ...{ id: this.#spans.length, kind: 'protected' as const },
      ...{ start, end: this.#text.length },
    });
  }

  /** White space at the ends of a line stays outside of its segment. */
  #endLine(): void {
    const core = this.#text.trim();
    const lead = this.#text.length - this.#text.trimStart().length;
    const trail = this.#text.slice(lead + core.length);
    this.#nodes.push({ kind: 'raw', text: this.#text.slice(0, lead) });
    this.#nodes.push({
      kind: 'text',
      segment: {
        text: core,
        spans: this.#spans.map((span) => ({
          ...span,
          start: span.start - lead,
          end: span.end - lead,
        })),
      },
      branches: this.#branches,
      isInPlural: this.isInPlural,
    });
    this.#nodes.push({ kind: 'raw', text: trail });
    this.#text = '';
    this.#spans = [];
    this.#branches = new Map();
  }
}

/** In the order in which they are written, each before what stands for its spans. */
const textNodes = (nodes: readonly Node[]): readonly TextNode[] =>
  nodes.flatMap((node) =>
    node.kind === 'raw' ? [] : [node, ...[...node.branches.values()].flatMap(textNodes)],
  );

const wordsOf = ({ text, spans }: MarkedText): string =>
  [0, ...spans.map(({ end }) => end)]
    .map((from, at) => text.slice(from, spans[at]?.start))
    .join(' ');

const isSpoken = (segment: MarkedText): boolean => LETTER.test(wordsOf(segment));

interface Manner {
  readonly number: number | undefined;
  readonly chunksOf: (node: Node) => readonly Chunk[];
}

/** A text with its own arguments back in their places. */
function written(
  { segment, branches, isInPlural }: TextNode,
  { text, spans }: { readonly text: string; readonly spans: readonly PlacedSpan[] },
  { number, chunksOf }: Manner,
): readonly Chunk[] {
  const own = new Set(segment.spans.map(({ id }) => id));
  const ofSegment = number === undefined ? {} : { segment: number };
  const write = (part: string) => quoted(part, isInPlural);
  let position = 0;
  const chunks: Chunk[] = [];
  for (const { id, start, end } of spans
    .filter((span) => own.has(span.id))
    .toSorted((a, b) => a.start - b.start)) {
    chunks.push({ text: text.slice(position, start), start: position, write, ...ofSegment });
    const nodes = branches.get(id);
    if (nodes === undefined) chunks.push({ text: text.slice(start, end), start, ...ofSegment });
    else chunks.push(...nodes.flatMap(chunksOf));
    position = end;
  }
  return [...chunks, { text: text.slice(position), start: position, write, ...ofSegment }];
}

/** @see https://unicode-org.github.io/icu/userguide/format_parse/messages/#quotingescaping */
function quoted(text: string, isInPlural: boolean): string {
  const special = isInPlural ? /[{}#]/ : /[{}]/;
  return text.replaceAll(isInPlural ? /[{}#']+/g : /[{}']+/g, (signs) => {
    const doubled = signs.replaceAll("'", "''");
    return special.test(signs) ? `'${doubled}'` : doubled;
  });
}

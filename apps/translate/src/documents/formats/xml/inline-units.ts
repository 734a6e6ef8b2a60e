import { escapeUTF8 } from 'entities';
import type { DocumentUnit } from '../document-format.js';
import { parseUnit, type XmlElement, type XmlNode } from './xml-tree.js';

/** How a kind of XML writes formatted words in a paragraph. */
export interface InlineGrammar {
  /** Elements with words and one formatting: `w:r`, `a:r`. */
  readonly run: string;
  /** The formatting of a run: `w:rPr`. */
  readonly properties: string;
  /** What holds the words of a run: `w:t`. */
  readonly words: string;
  /** Elements around runs that words may be in: hyperlinks, insertions. */
  readonly wrappers: ReadonlySet<string>;
  /** Where a wrapper with more in it holds its runs: `w:sdtContent`. */
  readonly wrapped?: string;
  /** Elements between and in runs that mean nothing to a reader, such as marks of a spelling checker. */
  readonly dropped: ReadonlySet<string>;
  /** A hyphen at which no line ends, which stands in a run beside words: `w:noBreakHyphen`. */
  readonly hyphen?: string;
  /** Written around the words of a run: `<w:t xml:space="preserve">`. */
  writeWords(escaped: string): string;
}

/** What an id of a unit stands for in the source. */
type Piece =
  | { readonly kind: 'run'; readonly open: string }
  | { readonly kind: 'wrapper'; readonly open: string; readonly close: string }
  | {
      readonly kind: 'opaque';
      readonly start: number;
      readonly end: number;
      readonly run?: string;
    };

export type SourceOf = (start: number, end: number) => string;

/** A paragraph's words as XML of `g` and `x`, and the way back. */
export interface TextUnit {
  /** `xml` if absent. */
  readonly kind?: DocumentUnit['kind'];
  readonly text: string;
  /** Whether there is anything to translate. */
  readonly hasWords: boolean;
  /**
   * @param translation of `text`, with every `g` and `x` once
   * @param sourceOf what stands between two places of the source now: there may be paragraphs in it
   */
  write(translation: string, sourceOf: SourceOf): string;
}

/** @param nodes of a paragraph, without its own properties */
export function inlineUnit(
  source: string,
  nodes: readonly XmlNode[],
  grammar: InlineGrammar,
): TextUnit {
  const writer = new UnitWriter(source, grammar);
  const text = writer.unitOf(nodes);
  return {
    text,
    hasWords: writer.hasWords,
    write: (translation, sourceOf) => writer.back(translation, sourceOf),
  };
}

const WITHIN_WORD = /(?<=[\p{L}\p{N}])-(?=[\p{L}\p{N}])/u;

/** Words that stand in a paragraph without a run around them. */
const BARE = '';

/** Words or something else, and how the run around it begins. */
interface Written {
  readonly run: string;
  readonly inner: string;
}

/** Where words are written now. */
interface Place {
  readonly run: string | undefined;
  readonly sourceOf: SourceOf;
}

class UnitWriter {
  readonly #pieces: Piece[] = [];
  /** How most words look: these have no `g` around them. */
  #usual: string | undefined;
  hasWords = false;
  #hasHyphens = false;
  #hasFixedHyphens = false;

  constructor(
    private readonly source: string,
    private readonly grammar: InlineGrammar,
  ) {}

  unitOf(nodes: readonly XmlNode[]): string {
    const lengths = new Map<string, number>();
    this.#measure(nodes, lengths);
    this.#usual = [...lengths].sort(([, a], [, b]) => b - a)[0]?.[0];
    return this.#of(nodes);
  }

  back(translation: string, sourceOf: SourceOf): string {
    const children = parseUnit(translation);
    return this.#written([...this.#write(children, { run: undefined, sourceOf })]);
  }

  /** Adds up how many characters each formatting has. */
  #measure(nodes: readonly XmlNode[], lengths: Map<string, number>): void {
    for (const node of nodes) {
      if (node.kind === 'text') continue;
      const open = this.#openOf(node);
      if (open !== undefined) lengths.set(open, (lengths.get(open) ?? 0) + this.#lengthOf(node));
      else if (this.grammar.wrappers.has(node.name))
        this.#measure(this.#innerOf(node).children, lengths);
    }
  }

  #lengthOf(run: XmlElement): number {
    const words = run.name === this.grammar.words ? [run] : run.children.filter(this.#isWords);
    return words.reduce((sum, { innerStart, innerEnd }) => sum + innerEnd - innerStart, 0);
  }

  readonly #isWords = (node: XmlNode): node is XmlElement =>
    node.kind === 'element' && node.name === this.grammar.words;

  #of(nodes: readonly XmlNode[]): string {
    let text = '';
    let current: { readonly open: string; inner: string } | undefined;
    const settle = () => {
      if (current !== undefined) text += this.#run(current.open, current.inner);
      current = undefined;
    };
    for (const node of nodes) {
      if (node.kind === 'text' || this.grammar.dropped.has(node.name)) continue;
      const open = this.#openOf(node);
      if (open !== undefined) {
        // Editors split runs where nothing changes: one formatting is one run for a translator.
        if (current?.open !== open) {
          settle();
          current = { open, inner: '' };
        }
        current.inner += this.#contentOf(node);
        continue;
      }
      settle();
      text += this.grammar.wrappers.has(node.name) ? this.#wrapper(node) : this.#opaque(node);
    }
    settle();
    return text;
  }

  *#write(nodes: readonly XmlNode[], place: Place): Generator<Written> {
    for (const node of nodes) {
      if (node.kind === 'text') {
        const run = place.run ?? this.#usual ?? `<${this.grammar.run}>`;
        yield { run, inner: this.#writtenWords(node.text) };
      } else {
        yield* this.#writeElement(node, place);
      }
    }
  }

  *#writeElement({ attributes, children }: XmlElement, place: Place): Generator<Written> {
    const piece = this.#pieces[Number(attributes['id']) - 1];
    if (piece?.kind === 'opaque') {
      yield { run: piece.run ?? BARE, inner: place.sourceOf(piece.start, piece.end) };
    } else if (piece?.kind === 'wrapper') {
      const inner = this.#written([...this.#write(children, place)]);
      yield { run: BARE, inner: piece.open + inner + piece.close };
    } else {
      yield* this.#write(children, { ...place, run: piece?.open ?? place.run });
    }
  }

  /** What follows in the same run stands in one. */
  #written(parts: readonly Written[]): string {
    let text = '';
    let current = BARE;
    for (const { run, inner } of parts) {
      if (run !== current) text += this.#close(current) + run;
      current = run;
      text += inner;
    }
    return text + this.#close(current);
  }

  #close(run: string): string {
    return run === BARE ? '' : `</${this.grammar.run}>`;
  }

  /** How the run of a node begins; undefined for what is none. */
  #openOf(node: XmlElement): string | undefined {
    if (node.name === this.grammar.words) return BARE;
    if (node.name !== this.grammar.run) return undefined;
    return `<${this.grammar.run}>${this.#propertiesOf(node)}`;
  }

  #run(open: string, inner: string): string {
    if (open === this.#usual) return inner;
    const id = this.#add({ kind: 'run', open });
    return `<g id="${id}">${inner}</g>`;
  }

  #wrapper(element: XmlElement): string {
    const { start, end } = element;
    const { innerStart, innerEnd, children } = this.#innerOf(element);
    const open = this.source.slice(start, innerStart);
    const id = this.#add({ kind: 'wrapper', open, close: this.source.slice(innerEnd, end) });
    return `<g id="${id}">${this.#of(children)}</g>`;
  }

  /** Where a wrapper holds its runs. */
  #innerOf(wrapper: XmlElement): XmlElement {
    const isContent = (child: XmlNode): child is XmlElement =>
      child.kind === 'element' && child.name === this.grammar.wrapped;
    return wrapper.children.find(isContent) ?? wrapper;
  }

  #opaque({ start, end }: XmlElement): string {
    return `<x id="${this.#add({ kind: 'opaque', start, end })}"/>`;
  }

  #contentOf(run: XmlElement): string {
    if (run.name === this.grammar.words) return this.#words(run);
    const open = this.#openOf(run) ?? BARE;
    return run.children
      .map((child) => {
        if (child.kind === 'text' || child.name === this.grammar.properties) return '';
        if (this.grammar.dropped.has(child.name)) return '';
        if (child.name === this.grammar.words) return this.#words(child);
        if (child.name === this.grammar.hyphen) return this.#hyphen();
        return this.#opaqueInRun(open, child);
      })
      .join('');
  }

  #words({ children }: XmlElement): string {
    const words = children.map((child) => (child.kind === 'text' ? child.text : '')).join('');
    this.hasWords ||= /\p{L}/u.test(words);
    this.#hasHyphens ||= WITHIN_WORD.test(words);
    return escapeUTF8(words);
  }

  /** To an engine a hyphen like any other. */
  #hyphen(): string {
    this.#hasFixedHyphens = true;
    return '-';
  }

  /** Hyphens within words are written as those of the source were, where these were all of one kind. */
  #writtenWords(text: string): string {
    const { hyphen } = this.grammar;
    const write = (words: string) => this.grammar.writeWords(escapeUTF8(words));
    if (hyphen === undefined || !this.#hasFixedHyphens || this.#hasHyphens) return write(text);
    return text
      .split(WITHIN_WORD)
      .map((words) => (words === '' ? '' : write(words)))
      .join(`<${hyphen}/>`);
  }

  /** A break or a picture keeps a run around it. */
  #opaqueInRun(open: string, { start, end }: XmlElement): string {
    return `<x id="${this.#add({ kind: 'opaque', start, end, run: open })}"/>`;
  }

  #propertiesOf(run: XmlElement): string {
    const found = run.children.find(
      (child) => child.kind === 'element' && child.name === this.grammar.properties,
    );
    return found === undefined ? '' : this.source.slice(found.start, found.end);
  }

  #add(piece: Piece): number {
    return this.#pieces.push(piece);
  }
}

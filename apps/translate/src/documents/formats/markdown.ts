import { escapeUTF8 } from 'entities';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { frontmatterFromMarkdown } from 'mdast-util-frontmatter';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { frontmatter } from 'micromark-extension-frontmatter';
import { gfm } from 'micromark-extension-gfm';
import { frontMatterIn, type FrontMatter } from './front-matter.js';
import type { DocumentFormat } from './document-format.js';
import { checkDepth } from './markdown-depth.js';
import { checkMarks } from './markdown-marks.js';
import { endOf, startOf, type MarkdownNode } from './markdown-nodes.js';
import { Title, titlesIn, withTitles } from './markdown-titles.js';
import { decodeText } from './text-files.js';
import { NO_XML, parseUnit, spliced, type Replacement, type XmlNode } from './xml/xml-tree.js';

/** Blocks whose children are words. */
const TEXT_BLOCKS: ReadonlySet<string> = new Set(['heading', 'paragraph', 'tableCell']);
/** Words with marks around them; everything else between words stays as it is. */
const AROUND: ReadonlySet<string> = new Set([
  'delete',
  'emphasis',
  'link',
  'linkReference',
  'strong',
]);

/** Between `---` or `+++` at the start of a file. */
const FRONT_MATTER: ('yaml' | 'toml')[] = ['yaml', 'toml'];

/**
 * Markdown: headings, paragraphs and cells are translated, with their marks, titles of links and pictures, and titles and
 * descriptions of the front matter; code, addresses and HTML stay.
 *
 * @see CommonMark 0.31.2; GitHub Flavored Markdown 0.29
 */
export const MARKDOWN: DocumentFormat = {
  name: 'Markdown',
  extensions: ['md', 'markdown'],
  mediaType: 'text/markdown',
  open(bytes) {
    const { text, encode } = decodeText(bytes);
    checkDepth(text);
    checkMarks(text);
    const root = fromMarkdown(text, {
      extensions: [gfm(), frontmatter(FRONT_MATTER)],
      mdastExtensions: [gfmFromMarkdown(), frontmatterFromMarkdown(FRONT_MATTER)],
    });
    const matter = frontMatter(root, text);
    const blocks = [...blocksIn(root, text)].filter(({ hasWords }) => hasWords);
    const parts = [...blocks, ...titlesIn(root, text)].toSorted((a, b) => a.start - b.start);
    return {
      units: [
        ...(matter?.units ?? []),
        ...parts.map((part) => ({ kind: 'xml' as const, text: part.text })),
      ],
      write: (translations) => {
        const first = matter?.units.length ?? 0;
        const head = matter === undefined ? [] : [matter.replacement(translations.slice(0, first))];
        const written = replacementsOf(text, parts, translations.slice(first));
        return encode(spliced(text, [...head, ...written]));
      },
    };
  },
};

/** Where a block changes, its titles are written with it. */
function replacementsOf(
  source: string,
  parts: readonly (TextBlock | Title)[],
  translations: readonly string[],
): readonly Replacement[] {
  const changed = parts
    .map((part, at) => ({ part, translation: translations[at] ?? part.text }))
    .filter(({ part, translation }) => translation !== part.text);
  const titles = changed.flatMap(({ part, translation }) =>
    part instanceof Title ? [part.replacement(translation)] : [],
  );
  const blocks = changed.flatMap(({ part, translation }) =>
    part instanceof Title ? [] : [part.replacement(translation, withTitles(source, titles))],
  );
  let block = 0;
  const alone = titles.filter(({ start }) => {
    while ((blocks[block]?.end ?? Infinity) <= start) block += 1;
    return (blocks[block]?.start ?? Infinity) > start;
  });
  return [...blocks, ...alone].toSorted((a, b) => a.start - b.start);
}

/** At the start of a file alone. */
function frontMatter({ children = [] }: MarkdownNode, source: string): FrontMatter | undefined {
  const [first] = children;
  return first?.type === 'yaml' ? frontMatterIn(source, startOf(first), endOf(first)) : undefined;
}

function* blocksIn(node: MarkdownNode, source: string): Generator<TextBlock> {
  if (TEXT_BLOCKS.has(node.type)) yield new TextBlock(node, source);
  else for (const child of node.children ?? []) yield* blocksIn(child, source);
}

/** A stretch of the source, or what is written as it is. */
type Stretch = string | { readonly start: number; readonly end: number };
type SourceOf = (start: number, end: number) => string;

/** What stands around the words of an id. */
interface Piece {
  readonly open: Stretch;
  readonly close: Stretch;
  /** Of a link whose words are its label, as they are in the source. */
  readonly label?: string | undefined;
}

/** A block's words as XML of `g` and `x`, and the way back. */
class TextBlock {
  readonly text: string;
  hasWords = false;
  readonly #pieces: Piece[] = [];
  readonly start: number;
  readonly #end: number;
  readonly #isCell: boolean;
  /** Between words; a break that is meant is none of them. */
  #lineEnds = 0;

  constructor(
    node: MarkdownNode,
    private readonly source: string,
  ) {
    const children = node.children ?? [];
    this.#isCell = node.type === 'tableCell';
    this.start = startOf(children[0] ?? node);
    this.#end = endOf(children.at(-1) ?? node);
    this.text = this.#of(children);
  }

  /** In as many lines as before: where they end is nothing to a reader, but something to whoever compares two versions. */
  replacement(translation: string, sourceOf: SourceOf): Replacement {
    const [start, end] = [this.start, this.#end];
    const text = trimmed(this.#back(parseUnit(translation), sourceOf));
    if (this.#isCell) return { start, end, text: text.replaceAll(SPACE, ' ') };
    const source = this.source.slice(start, end);
    const [, indent = ''] = /\n([ \t>]*)/.exec(source) ?? [];
    const lines = inLines(text.split(SPACE), this.#lengthsOf(source.split('\n')));
    return { start, end, text: atLineStart(lines.join(`\n${indent}`)) };
  }

  /** Of the lines that end between words; breaks that are meant are within them. */
  #lengthsOf(lines: readonly string[]): readonly number[] {
    const count = this.#lineEnds + 1;
    if (lines.length !== count) return Array.from({ length: count }, () => 1);
    return lines.map((line) => Math.max(1, line.length));
  }

  #of(nodes: readonly MarkdownNode[]): string {
    return nodes.map((node, at) => this.#piece(node, nodes[at + 1])).join('');
  }

  #piece(node: MarkdownNode, next: MarkdownNode | undefined): string {
    const { type, value = '', children = [] } = node;
    if (type === 'text') {
      this.hasWords ||= /\p{L}/u.test(value);
      this.#lineEnds += value.split('\n').length - 1;
      return this.#words(value.replaceAll(/\s*\n\s*/g, ' '));
    }
    if (AROUND.has(type) && children.length > 0 && !isBareAddress(node)) {
      return this.#marked(node, children);
    }
    // What begins the next line, such as the mark of a quotation, belongs to the break before it.
    const end = type === 'break' && next !== undefined ? startOf(next) : endOf(node);
    return `<x id="${this.#add(startOf(node), end)}"/>`;
  }

  /** Signs such as form feeds, which the XML of a unit cannot hold, are kept beside it. */
  #words(value: string): string {
    const signs = value.match(NO_XML) ?? [];
    return value
      .split(NO_XML)
      .map((words, at) => {
        const sign = signs[at];
        const kept = sign === undefined ? '' : `<x id="${this.#keep(sign)}"/>`;
        return escapeUTF8(words) + kept;
      })
      .join('');
  }

  #marked(node: MarkdownNode, children: readonly MarkdownNode[]): string {
    const open = { start: startOf(node), end: startOf(children[0] ?? node) };
    const close = { start: endOf(children.at(-1) ?? node), end: endOf(node) };
    const isLabelled = node.type === 'linkReference' && node.referenceType !== 'full';
    const label = isLabelled ? this.source.slice(open.end, close.start) : undefined;
    const id = this.#pieces.push({ open, close, label });
    return `<g id="${id}">${this.#of(children)}</g>`;
  }

  #add(start: number, end: number): number {
    return this.#keep({ start, end });
  }

  #keep(open: Stretch): number {
    return this.#pieces.push({ open, close: '' });
  }

  #back(nodes: readonly XmlNode[], sourceOf: SourceOf): string {
    const written = (stretch: Stretch) =>
      typeof stretch === 'string' ? stretch : sourceOf(stretch.start, stretch.end);
    return nodes
      .map((node) => {
        if (node.kind === 'text') return escaped(node.text, this.#isCell).replaceAll(' ', SPACE);
        const piece = this.#pieces[Number(node.attributes['id']) - 1];
        if (piece === undefined) return this.#back(node.children, sourceOf);
        // Space inside of marks makes them no marks.
        const inner = this.#back(node.children, sourceOf);
        const [, before = '', words = '', after = ''] = EDGES.exec(inner) ?? [];
        const isApart = piece.label !== undefined && piece.label !== words;
        const close = isApart ? `][${piece.label}]` : written(piece.close);
        return `${before}${written(piece.open)}${words}${close}${after}`;
      })
      .join('');
  }
}

/** A space between words, where a line may end; no text holds it. */
const SPACE = '\uffff';
const EDGES = /^([\s\uffff]*)([^]*?)([\s\uffff]*)$/;

const trimmed = (text: string): string => EDGES.exec(text)?.[2] ?? text;

/**
 * Words in lines whose lengths are to each other as those of the source. A line begins with a letter: other signs could make
 * another block of it.
 */
function inLines(words: readonly string[], lengths: readonly number[]): readonly string[] {
  const unit = words.join(' ').length / lengths.reduce((sum, length) => sum + length, 0);
  const lines: string[] = [];
  let line = '';
  let passed = 0;
  let end = (lengths[0] ?? 0) * unit;
  for (const [at, word] of words.entries()) {
    const isFull = passed + word.length / 2 >= end && lines.length < lengths.length - 1;
    if (at > 0 && isFull && /^\p{L}/u.test(word)) {
      lines.push(line.trimEnd());
      line = word;
      end += (lengths[lines.length] ?? 0) * unit;
    } else {
      line = at === 0 ? word : `${line} ${word}`;
    }
    passed += word.length + 1;
  }
  return [...lines, line];
}

/** An address that is its own text. */
function isBareAddress({ type, children = [] }: MarkdownNode): boolean {
  const [child] = children;
  const isText = type === 'link' && child?.type === 'text';
  return isText && /^(?:[a-z]+:\/\/|www\.|[^\s@]+@[^\s@]+$)/i.test(child.value ?? '');
}

/** A line stays one line, and its characters stay characters. */
const escaped = (text: string, isCell: boolean): string =>
  text
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll(/[\\`*[\]<]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&')
    .replaceAll(/~(?=~)|(?<=~)~/g, '\\$&')
    .replaceAll(/&(?=#?\w+;)/g, '&amp;')
    .replaceAll('|', isCell ? String.raw`\|` : '|');

/** What would make another block of it. */
const atLineStart = (text: string): string =>
  text.replace(/^[#>+=-]/, '\\$&').replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2');

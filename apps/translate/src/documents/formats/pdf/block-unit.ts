import { escapeUTF8 } from 'entities';
import { parseUnit, type XmlNode } from '../xml/xml-tree.js';
import type { Look } from './shown-glyphs.js';
import type { TextBlock } from './text-blocks.js';
import type { TextRun } from './text-runs.js';

/** How words of a block look: size and rise relative to the block's. */
export interface WordStyle {
  readonly look: Look;
  readonly scale: number;
  readonly rise: number;
}

/** Words that look the same. */
export interface StyledText {
  readonly text: string;
  readonly style: WordStyle;
}

/** A block's words as XML with a `g` for each other look, and the way back. */
export interface BlockUnit {
  readonly block: TextBlock;
  readonly text: string;
  readonly hasWords: boolean;
  styled(translation: string): readonly StyledText[];
}

/** Between two runs, in sizes of the font. */
const SPACE = 0.15;

export function blockUnit(block: TextBlock): BlockUnit {
  const parts = joined(block);
  const usual = usualStyle(parts);
  const styles: WordStyle[] = [];
  const text = parts
    .map(({ text: words, style }) => {
      if (isSame(style, usual)) return escapeUTF8(words);
      const [, before = '', inner = '', after = ''] = /^(\s*)(.*?)(\s*)$/s.exec(words) ?? [];
      const id = String(styles.push(style));
      return `${before}<g id="${id}">${escapeUTF8(inner)}</g>${after}`;
    })
    .join('');
  const back = (nodes: readonly XmlNode[], style: WordStyle): readonly StyledText[] =>
    nodes.flatMap((node) => {
      if (node.kind === 'text') return [{ text: node.text, style }];
      return back(node.children, styles[Number(node.attributes['id']) - 1] ?? style);
    });
  return {
    block,
    text,
    hasWords: parts.some(({ text: words }) => /\p{L}/u.test(words)),
    styled: (translation) => back(parseUnit(translation), usual),
  };
}

/** Runs with the spaces that are only seen, and without the hyphens that are only there for a line's end. */
function joined(block: TextBlock): readonly StyledText[] {
  const parts: Part[] = [];
  let before: TextRun | undefined;
  for (const run of block.runs) {
    const style = styleOf(run, block);
    const last = parts.at(-1);
    if (before !== undefined && last !== undefined) join(last, before, run);
    if (last !== undefined && isSame(last.style, style)) last.add(run.text);
    else parts.push(new Part(run.text, style));
    before = run;
  }
  return parts;
}

/** Words that grow run by run. Only their end is looked at: a paragraph may have very many runs. */
class Part implements StyledText {
  readonly #pieces: string[] = [];
  end = '';

  constructor(
    text: string,
    readonly style: WordStyle,
  ) {
    this.add(text);
  }

  get text(): string {
    return this.#pieces.join('');
  }

  add(text: string): void {
    this.#pieces.push(text);
    this.end = (this.end + text).slice(-LONGEST_END);
  }

  /** Without its last sign. */
  shorten(): void {
    const last = this.#pieces.pop() ?? '';
    this.#pieces.push(last.slice(0, -1));
    this.end = this.end.slice(0, -1);
  }
}

/** The first half of a compound word, its hyphen and what is before it. */
const LONGEST_END = 16;

/** First halves of words that are written with a hyphen wherever they stand; one that only parts a line is soft. */
const OF_COMPOUND =
  /(?<![\p{L}-])(?:all|full|half|high|ill|large|long|low|mid|multi|non|part|self|short|single|small|well)-$/iu;

function join(part: Part, before: TextRun, run: TextRun): void {
  const { end } = part;
  const isNextLine = run.y < before.y - 0.6 * before.size && run.x < before.x + before.width;
  if (isNextLine && /\p{Ll}[-\u00ad]$/u.test(end) && /^\p{Ll}/u.test(run.text)) {
    if (!OF_COMPOUND.test(end)) part.shorten();
    return;
  }
  const isApart = isNextLine || run.x - (before.x + before.width) > SPACE * before.size;
  if (isApart && !/\s$/.test(end) && !/^\s/.test(run.text)) part.add(' ');
}

function styleOf({ look, size, y }: TextRun, block: TextBlock): WordStyle {
  const isSmall = size < 0.8 * block.size;
  const line = block.y - Math.round((block.y - y) / block.leading) * block.leading;
  return {
    look,
    scale: isSmall ? size / block.size : 1,
    rise: isSmall ? (y - line) / block.size : 0,
  };
}

function usualStyle(parts: readonly StyledText[]): WordStyle {
  const [first] = parts.toSorted((one, other) => other.text.length - one.text.length);
  if (first === undefined) throw new Error('a block has words');
  return first.style;
}

const isSame = (one: WordStyle, other: WordStyle): boolean =>
  one.scale === other.scale &&
  one.look.isBold === other.look.isBold &&
  one.look.isItalic === other.look.isItalic &&
  one.look.color === other.look.color;

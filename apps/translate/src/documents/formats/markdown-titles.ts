import { escapeUTF8 } from 'entities';
import { endOf, startOf, type MarkdownNode } from './markdown-nodes.js';
import { NO_XML, parseUnit, spliced, type Replacement, type XmlNode } from './xml/xml-tree.js';

/** A title of a link, a picture or a definition, with its quotes, in the source. */
export class Title {
  /** As XML, as all texts of Markdown. */
  readonly text: string;
  readonly end: number;
  readonly #isInCell: boolean;

  constructor(
    readonly start: number,
    private readonly written: string,
    { title, isInCell }: { readonly title: string; readonly isInCell: boolean },
  ) {
    this.text = escapeUTF8(title);
    this.end = start + written.length;
    this.#isInCell = isInCell;
  }

  replacement(translation: string): Replacement {
    const { start, end, written } = this;
    if (translation === this.text) return { start, end, text: written };
    const [open = '', close = ''] = [written.at(0), written.at(-1)];
    const words = textOf(parseUnit(translation))
      .replaceAll(/\s*\n\s*/g, ' ')
      .replaceAll(/[\\"'()]/g, (sign) => (isMeant(sign, open, close) ? `\\${sign}` : sign))
      .replaceAll(/&(?=#?\w+;)/g, '&amp;')
      .replaceAll('|', this.#isInCell ? String.raw`\|` : '|');
    return { start, end, text: open + words + close };
  }
}

const isMeant = (sign: string, open: string, close: string): boolean =>
  sign === '\\' || sign === open || sign === close;

const textOf = (nodes: readonly XmlNode[]): string =>
  nodes.map((node) => (node.kind === 'text' ? node.text : textOf(node.children))).join('');

/** In quotes or brackets at the end of what a link leads to; on one line. */
const AT_THE_END =
  /(?<=\s)(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\((?:[^()\\\n]|\\.)*\))(?=\s*\)?$)/;

interface TitledNode {
  readonly title?: string | null | undefined;
  readonly start: number;
  readonly end: number;
  readonly isInCell: boolean;
}

/** @param from where the words of a link end @returns undefined for one without words, or over several lines */
function titleIn(source: string, node: TitledNode, from: number): Title | undefined {
  const { title, end, isInCell } = node;
  if (title == null || !/\p{L}/u.test(title) || title.search(NO_XML) !== -1) return undefined;
  const found = AT_THE_END.exec(source.slice(from, end));
  if (found === null) return undefined;
  return new Title(from + found.index, found[0], { title, isInCell });
}

/** Titles below a node, from left to right; those of a link behind those in its words. */
export function* titlesIn(node: MarkdownNode, source: string, isInCell = false): Generator<Title> {
  const children = node.children ?? [];
  const from = endOf(children.at(-1) ?? { ...node, position: undefined });
  const place = { start: startOf(node), end: endOf(node), title: node.title, isInCell };
  for (const child of children)
    yield* titlesIn(child, source, isInCell || node.type === 'tableCell');
  const title = titleIn(source, place, Math.max(from, place.start));
  if (title !== undefined) yield title;
}

/** A stretch of the source with the titles in it written anew. @param titles from left to right */
export const withTitles =
  (source: string, titles: readonly Replacement[]) =>
  (start: number, end: number): string => {
    const moved: Replacement[] = [];
    for (let at = firstFrom(titles, start); at < titles.length; at += 1) {
      const title = titles[at];
      if (title === undefined || title.end > end) break;
      moved.push({ text: title.text, start: title.start - start, end: title.end - start });
    }
    return spliced(source.slice(start, end), moved);
  };

/** O(log n). */
function firstFrom(titles: readonly Replacement[], place: number): number {
  let [low, high] = [0, titles.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((titles[middle]?.start ?? Infinity) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}

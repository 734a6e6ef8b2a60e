import { parse, type DefaultTreeAdapterTypes } from 'parse5';
import type { BookText, ChapterText } from './book-text.js';

type Node = DefaultTreeAdapterTypes.Node;

/** What is not read aloud. */
const SILENT = new Set([
  'head',
  'script',
  'style',
  'nav',
  'template',
  'svg',
  'math',
  'noscript',
  'sup',
]);
/** Elements after which something new begins. */
const BLOCKS = new Set(
  (
    'address article aside blockquote br caption dd div dl dt figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr ' +
    'li main ol p pre section table tbody td tfoot th thead title tr ul'
  ).split(' '),
);
const HEADINGS = new Set(['h1', 'h2']);

/** The text of a page by its headings of the first two levels (WHATWG HTML). O(n). */
export function readHtml(html: string, fallbackTitle: string): BookText {
  const reader = new Reader();
  reader.read(parse(html));
  const { title, chapters } = reader.result();
  return {
    title: title || fallbackTitle,
    chapters:
      chapters.length === 1
        ? chapters.map((only) => ({ ...only, title: only.title || title }))
        : chapters,
  };
}

class Reader {
  #title = '';
  readonly #chapters: { title: string; paragraphs: string[] }[] = [{ title: '', paragraphs: [] }];
  #text = '';
  #isHeading = false;

  /** A stack of its own: strangers nest as deep as they like. */
  read(root: Node): void {
    const open: { readonly node: Node; isLeft: boolean }[] = [{ node: root, isLeft: false }];
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      if (top.isLeft || !this.enter(top.node)) {
        if (top.isLeft) this.leave(top.node);
        open.pop();
        continue;
      }
      top.isLeft = true;
      for (const child of childrenOf(top.node).toReversed())
        open.push({ node: child, isLeft: false });
    }
    this.flush();
  }

  result(): BookText {
    const chapters = this.#chapters.filter(
      ({ title, paragraphs }) => title !== '' || paragraphs.length > 0,
    );
    return { title: this.#title, chapters };
  }

  /** Whether what is inside is read. */
  private enter(node: Node): boolean {
    if (node.nodeName === '#text' && 'value' in node) this.#text += node.value;
    if (node.nodeName === 'head') this.#title = titleOf(node);
    if (SILENT.has(node.nodeName)) return false;
    if (BLOCKS.has(node.nodeName)) this.flush();
    if (HEADINGS.has(node.nodeName)) this.#isHeading = true;
    return true;
  }

  private leave(node: Node): void {
    if (BLOCKS.has(node.nodeName)) this.flush();
  }

  private flush(): void {
    const text = this.#text.replaceAll(/\s+/gu, ' ').trim();
    this.#text = '';
    if (text === '') return;
    if (this.#isHeading) this.#chapters.push({ title: text, paragraphs: [] });
    else this.#chapters.at(-1)?.paragraphs.push(text);
    this.#isHeading = false;
  }
}

const childrenOf = (node: Node): readonly Node[] => ('childNodes' in node ? node.childNodes : []);

function titleOf(head: Node): string {
  const title = childrenOf(head).find(({ nodeName }) => nodeName === 'title');
  const texts = title === undefined ? [] : childrenOf(title);
  return texts
    .map((node) => ('value' in node ? node.value : ''))
    .join('')
    .replaceAll(/\s+/gu, ' ')
    .trim();
}

/** All of a page as one chapter, such as a file of an EPUB that is one. */
export function asOneChapter({ title, chapters }: BookText): ChapterText {
  const [first, ...others] = chapters;
  return {
    title: first === undefined || first.title === '' ? title : first.title,
    paragraphs: [
      ...(first?.paragraphs ?? []),
      ...others.flatMap(({ title: heading, paragraphs }) => [heading, ...paragraphs]),
    ],
  };
}

import { dirname, join } from 'node:path/posix';
import { unzipSync } from 'fflate';
import { SaxesParser } from 'saxes';
import type { BookText, ChapterText } from './book-text.js';
import { imageTypeOf } from './image-type.js';
import { asOneChapter, readHtml } from './read-html.js';

/** Inflated, of one file and of all: a novel has one megabyte. */
const MAX_FILE_BYTES = 10 * 1024 * 1024;
const MAX_BYTES = 40 * 1024 * 1024;
/** What is larger is no cover. */
const MAX_COVER_BYTES = 4 * 1024 * 1024;
const MAX_AUTHOR_LENGTH = 200;

/** An element and its attributes, in the order of the file. */
interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  text: string;
}

/** The text of an EPUB 2 or 3 in its reading order (W3C EPUB 3.3: container, package, spine). @throws {Error} for what is none */
export function readEpub(bytes: Uint8Array, fallbackTitle: string): BookText {
  const files = textFiles(bytes);
  const container = elementsOf(fileOf(files, 'META-INF/container.xml'));
  const path = container.find(({ name }) => name === 'rootfile')?.attributes['full-path'];
  if (path === undefined) throw new Error('its container names no package');
  const elements = elementsOf(fileOf(files, path));
  const title = elements.find(({ name }) => name === 'title')?.text.trim() ?? '';
  const items = new Map(
    elements
      .filter(({ name }) => name === 'item')
      .map(({ attributes }) => [attributes['id'] ?? '', attributes] as const),
  );
  const spine = elements
    .filter(({ name, attributes }) => name === 'itemref' && attributes['linear'] !== 'no')
    .map(({ attributes }) => attributes['idref'] ?? '');
  // EPUB 3.3, 5.6.2: an item stands once in the spine. A small file that stands there a thousand times is a large book.
  const chapters = [...new Set(spine)].flatMap((id) => {
    const item = items.get(id);
    if (item === undefined || /\bnav\b/.test(item['properties'] ?? '')) return [];
    const at = join(dirname(path), decodeURIComponent(item['href'] ?? ''));
    return [asOneChapter(readHtml(fileOf(files, at), ''))];
  });
  return {
    title: title || fallbackTitle,
    ...authorOf(elements),
    ...coverOf(bytes, elements, dirname(path)),
    chapters: chapters.filter(hasText).map(named),
  };
}

function authorOf(elements: readonly Element[]): Pick<BookText, 'author'> {
  const names = elements
    .filter(({ name }) => name === 'creator')
    .map(({ text }) => text.replaceAll(/\s+/gu, ' ').trim())
    .filter((name) => name !== '');
  return names.length === 0 ? {} : { author: names.join(', ').slice(0, MAX_AUTHOR_LENGTH) };
}

/** EPUB 3 marks the item itself, EPUB 2 names it in `<meta name="cover">`. One that cannot be had is no reason to refuse a book. */
function coverOf(
  archive: Uint8Array,
  elements: readonly Element[],
  folder: string,
): Pick<BookText, 'cover'> {
  const named = elements.find(
    ({ name, attributes }) => name === 'meta' && attributes['name'] === 'cover',
  )?.attributes['content'];
  const items = elements.filter(({ name }) => name === 'item').map(({ attributes }) => attributes);
  const item =
    items.find(({ properties = '' }) => /\bcover-image\b/.test(properties)) ??
    items.find(({ id }) => id !== undefined && id === named);
  if (item?.['href'] === undefined) return {};
  try {
    const at = join(folder, decodeURIComponent(item['href']));
    const cover = unzipSync(archive, {
      filter: ({ name, originalSize }) => name === at && originalSize <= MAX_COVER_BYTES,
    })[at];
    return cover === undefined || imageTypeOf(cover) === undefined ? {} : { cover };
  } catch {
    return {};
  }
}

const hasText = ({ paragraphs }: ChapterText): boolean => paragraphs.length > 0;
const named = (chapter: ChapterText, index: number): ChapterText => ({
  ...chapter,
  title: chapter.title || `Chapter ${index + 1}`,
});

/** Those that may be text; sizes are checked before anything is inflated. */
function textFiles(bytes: Uint8Array): Readonly<Record<string, Uint8Array>> {
  let total = 0;
  let packed = 0;
  return unzipSync(bytes, {
    filter: ({ name, size, originalSize }) => {
      packed += size;
      // Where files share their bytes, a small archive unpacks to as much as it likes.
      if (packed > bytes.length) throw new Error('it is too large inside');
      if (!/\.(xml|opf|x?html?)$/i.test(name)) return false;
      total += originalSize;
      if (originalSize > MAX_FILE_BYTES || total > MAX_BYTES)
        throw new Error('it is too large inside');
      return true;
    },
  });
}

function fileOf(files: Readonly<Record<string, Uint8Array>>, path: string): string {
  const file = Object.hasOwn(files, path) ? files[path] : undefined;
  if (file === undefined) throw new Error(`${path.slice(0, 100)} is missing`);
  return new TextDecoder().decode(file);
}

function elementsOf(xml: string): readonly Element[] {
  const elements: Element[] = [];
  const open: Element[] = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name: name.replace(/^.*:/, ''), attributes, text: '' };
    elements.push(element);
    open.push(element);
  });
  parser.on('text', (text) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += text;
  });
  parser.on('closetag', () => {
    open.pop();
  });
  parser.write(xml).close();
  return elements;
}

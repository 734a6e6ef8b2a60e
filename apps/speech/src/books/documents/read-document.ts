import markdownIt from 'markdown-it';
import type { BookText, DocumentKind } from './book-text.js';
import { readEpub } from './read-epub.js';
import { readHtml } from './read-html.js';

const markdown = markdownIt({ html: false, linkify: false });

/** The text of a document. @throws {Error} for what cannot be read as its kind */
export function readDocument(
  bytes: Uint8Array,
  kind: DocumentKind,
  fallbackTitle: string,
): BookText {
  if (kind === 'epub') return readEpub(bytes, fallbackTitle);
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  if (kind === 'html') return readHtml(text, fallbackTitle);
  if (kind === 'markdown') return readHtml(markdown.render(text), fallbackTitle);
  return { title: fallbackTitle, chapters: plainChapters(text, fallbackTitle) };
}

/** As old books have it: a line of its own that says which chapter comes. */
const HEADING =
  /^(?:chapter|part|book|kapitel|teil|capítulo|chapitre|partie|capitolo|глава|часть)\s+[\p{L}\p{N}.]{1,20}(?:[.:—-].{0,80})?$/iu;

function plainChapters(text: string, title: string): BookText['chapters'] {
  const chapters: { title: string; paragraphs: string[] }[] = [{ title, paragraphs: [] }];
  for (const block of text.split(/\r?\n\s*\n/)) {
    const paragraph = block.replaceAll(/\s+/gu, ' ').trim();
    if (paragraph === '') continue;
    if (HEADING.test(paragraph)) chapters.push({ title: paragraph, paragraphs: [] });
    else chapters.at(-1)?.paragraphs.push(paragraph);
  }
  return chapters.filter(({ paragraphs }) => paragraphs.length > 0);
}

/** Of a book or a chapter. */
export const MAX_TITLE_LENGTH = 200;
export const UNTITLED = 'Untitled';

/** A chapter as it is read aloud. */
export interface ChapterText {
  readonly title: string;
  readonly paragraphs: readonly string[];
}

/** What a document says. */
export interface BookText {
  readonly title: string;
  readonly author?: string;
  /** JPEG or PNG. */
  readonly cover?: Uint8Array;
  readonly chapters: readonly ChapterText[];
}

/** Kinds of documents that are read. */
export const DOCUMENT_KINDS = ['epub', 'html', 'markdown', 'text'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** Longest stretch that is spoken in one go: what a killed process loses. */
const MAX_PIECE = 2500;

/** A stretch of a chapter; together they say all of it. */
export interface Piece {
  readonly chapter: number;
  readonly text: string;
}

/** The pieces of a book, cut between paragraphs, else sentences, else words. O(n). */
export function piecesOfBook({ chapters }: BookText, language: string): readonly Piece[] {
  return chapters.flatMap(({ title, paragraphs }, chapter) =>
    packed([title, ...paragraphs].filter(isSaid), language).map((text) => ({ chapter, text })),
  );
}

/** What is billed. */
export const codePoints = (text: string): number => Array.from(text).length;

const isSaid = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

function packed(paragraphs: readonly string[], language: string): string[] {
  const pieces: string[] = [];
  for (const part of paragraphs.flatMap((paragraph) => shortened(paragraph, language))) {
    const last = pieces.at(-1);
    if (last !== undefined && last.length + part.length + 1 <= MAX_PIECE) {
      pieces[pieces.length - 1] = `${last}\n${part}`;
    } else pieces.push(part);
  }
  return pieces;
}

function shortened(paragraph: string, language: string): string[] {
  if (paragraph.length <= MAX_PIECE) return [paragraph];
  const sentences = new Intl.Segmenter(language, { granularity: 'sentence' }).segment(paragraph);
  return Array.from(sentences, ({ segment }) => segment.trim())
    .flatMap((sentence) => chopped(sentence))
    .filter(isSaid);
}

function chopped(sentence: string): string[] {
  const parts: string[] = [];
  let rest = sentence;
  while (rest.length > MAX_PIECE) {
    const space = rest.lastIndexOf(' ', MAX_PIECE);
    const at = space > 0 ? space : MAX_PIECE;
    parts.push(rest.slice(0, at));
    rest = rest.slice(at).trimStart();
  }
  return [...parts, rest];
}

import { MAX_TITLE_LENGTH, UNTITLED, type BookText, type ChapterText } from './book-text.js';

/** How large a document is, and what it says unless that is more than a book may have. */
export interface MeasuredText {
  readonly characters: number;
  readonly chapters: number;
  readonly text?: BookText;
}

/** What a book may have. */
export interface MostText {
  readonly characters: number;
  readonly chapters: number;
}

/**
 * Measures a text where it was read, so that only what may be spoken is handed on. Titles become a line of their own length:
 * they stand in lists, in files and in messages.
 */
export function measured(text: BookText, most: MostText): MeasuredText {
  const chapters = text.chapters.length;
  let characters = 0;
  for (const { title, paragraphs } of text.chapters) {
    characters += title.length;
    for (const paragraph of paragraphs) characters += paragraph.length;
  }
  if (characters > most.characters || chapters > most.chapters) return { characters, chapters };
  const author = text.author === undefined ? undefined : oneLine(text.author);
  return {
    ...{ characters, chapters },
    text: {
      ...text,
      title: oneLine(text.title).slice(0, MAX_TITLE_LENGTH).toWellFormed() || UNTITLED,
      ...(author === undefined ? {} : { author }),
      chapters: text.chapters.map(withTitle),
    },
  };
}

/** Control characters, which neither databases nor tags take, and whatever white space there is, as one space. */
export const oneLine = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .toWellFormed()
    .trim();

/** What a title is too long for is said after it. */
function withTitle({ title, paragraphs }: ChapterText): ChapterText {
  const line = oneLine(title);
  if (line.length <= MAX_TITLE_LENGTH) return { title: line, paragraphs };
  const space = line.lastIndexOf(' ', MAX_TITLE_LENGTH);
  const end = space > 0 ? space : MAX_TITLE_LENGTH;
  const rest = line.slice(end).trim().toWellFormed();
  return { title: line.slice(0, end).toWellFormed(), paragraphs: [rest, ...paragraphs] };
}

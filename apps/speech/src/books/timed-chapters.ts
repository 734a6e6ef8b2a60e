import type { Book } from './book.js';
import type { TimedChapter } from './files/id3.js';

/** When each chapter begins and ends, by what was spoken of it. */
export function timedChapters(
  { chapters }: Book,
  parts: readonly { readonly chapter: number; readonly durationMs: number }[],
): readonly TimedChapter[] {
  let atMs = 0;
  return chapters.map(({ title }, chapter) => {
    const startMs = atMs;
    for (const part of parts) if (part.chapter === chapter) atMs += part.durationMs;
    return { title, startMs, endMs: atMs };
  });
}

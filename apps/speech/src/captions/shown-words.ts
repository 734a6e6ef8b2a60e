import type { WordMark } from '../synthesis/marks/speech-marks.js';
import { withoutMarkdown } from '../text/markup/markdown.js';
import { isSsml, piecesOf } from '../text/markup/ssml.js';

/** A word as it is read: with its punctuation, without markup. */
export interface ShownWord {
  readonly text: string;
  /** What stands between it and the next: a space, or nothing in scripts without them. */
  readonly space: string;
  readonly startMs: number;
  readonly endMs: number;
}

/** Punctuation that opens stands with the word after it. */
const OPENING = /[\p{Ps}\p{Pi}"'¿¡]+$/u;

interface Character {
  readonly char: string;
  readonly at: number;
}

/** Words of an input with what stands around them; references are resolved, tags left out. O(n). */
export function shownWords(input: string, marks: readonly WordMark[]): readonly ShownWord[] {
  const words = marks.filter(({ kind }) => kind === 'word');
  const characters = charactersOf(input);
  let next = 0;
  const textUntil = (offset: number): string => {
    let text = '';
    for (; (characters[next]?.at ?? Infinity) < offset; next += 1)
      text += characters[next]?.char ?? '';
    return text;
  };
  let opening = textUntil(words[0]?.start ?? 0).trim();
  return words.map(({ end, startMs, endMs }, index) => {
    const text = textUntil(end);
    const gap = textUntil(words[index + 1]?.start ?? Infinity);
    const [own, rest] = splitGap(gap);
    const shown = {
      text: `${opening}${text.trim()}${own}`,
      space: /\s/.test(gap) ? ' ' : '',
      startMs,
      endMs,
    };
    opening = rest;
    return shown;
  });
}

/** What of the text between two words goes with the first, and what with the second. */
function splitGap(gap: string): readonly [string, string] {
  const compact = gap.replace(/\s+/gu, ' ').trim();
  const [opening = ''] = OPENING.exec(compact) ?? [];
  const isOpening = opening !== '' && /\s/.test(gap.trimEnd().slice(0, -opening.length));
  const own = isOpening ? compact.slice(0, -opening.length).trimEnd() : compact;
  const separated = own !== '' && /^\s/.test(gap) ? ` ${own}` : own;
  return [separated, isOpening ? opening : ''];
}

function charactersOf(input: string): readonly Character[] {
  const isText = !isSsml(input);
  return piecesOf(input).flatMap((piece): Character[] => {
    if (piece.kind === 'mark') return [];
    if (piece.kind !== 'text') return [{ char: ' ', at: piece.at }];
    const { text, starts } = isText ? withoutMarkdown(piece.source) : piece.source;
    return starts.map((at, index) => ({ char: text[index] ?? '', at }));
  });
}

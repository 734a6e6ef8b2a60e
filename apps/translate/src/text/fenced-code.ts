import type { TextRange } from './untranslatable.js';

const LINE = /[^\n]*(?:\n|$)/y;
const OPENING = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;
const CLOSING = /^ {0,3}(`{3,}|~{3,})[ \t\r]*$/;

/** The lines of a text, with their places; without their ends. */
function* linesOf(text: string): Generator<{ readonly start: number; readonly line: string }> {
  for (let start = 0; start < text.length; start = LINE.lastIndex) {
    LINE.lastIndex = start;
    yield { start, line: (LINE.exec(text)?.[0] ?? '').replace(/\n$/, '') };
  }
}

const closes = (line: string, fence: string): boolean =>
  CLOSING.exec(line)?.[1]?.startsWith(fence) === true;

/**
 * The blocks of code between fences, with their fences. One that is not closed is none. O(n).
 *
 * @returns ranges from left to right
 * @see CommonMark 0.31.2, section 4.5
 */
export function fencedCodeIn(text: string): readonly TextRange[] {
  if (!text.includes('```') && !text.includes('~~~')) return [];
  const blocks: TextRange[] = [];
  let open: { readonly start: number; readonly fence: string } | undefined;
  for (const { start, line } of linesOf(text)) {
    if (open === undefined) {
      const fence = OPENING.exec(line)?.[1];
      if (fence !== undefined) open = { start, fence };
    } else if (closes(line, open.fence)) {
      blocks.push({ start: open.start, end: start + line.length });
      open = undefined;
    }
  }
  return blocks;
}

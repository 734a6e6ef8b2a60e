/** A request holds 128 KiB, and a character up to four bytes. */
export const LONGEST_PART = 30_000;

/** Where a text is cut, the best place first: a blank line, a line, a sentence, a word. */
const PLACES = [/\n\s*\n/g, /\n/g, /[.!?…。！？]["'”’»)]*\s+/gu, /\s+/g];

/**
 * A long text in parts that are requests of their own. Joined, they are the text.
 *
 * @param most UTF-16 code units of a part
 */
export function textParts(text: string, most = LONGEST_PART): readonly string[] {
  const parts: string[] = [];
  let position = 0;
  while (text.length - position > most) {
    const end = position + cutIn(text.slice(position, position + most));
    parts.push(text.slice(position, end));
    position = end;
  }
  return [...parts, text.slice(position)];
}

/** Behind the last place of the best kind that leaves half of the part at least. */
function cutIn(part: string): number {
  for (const place of PLACES) {
    const cut = [...part.matchAll(place)].at(-1);
    const end = cut === undefined ? 0 : cut.index + cut[0].length;
    if (end > part.length / 2) return end;
  }
  // Between two characters.
  return /[\ud800-\udbff]$/.test(part) ? part.length - 1 : part.length;
}

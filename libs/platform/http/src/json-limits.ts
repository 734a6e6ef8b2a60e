/** What JSON may hold. */
export interface JsonLimits {
  /** Lists and objects inside one another. */
  readonly depth: number;
  /** Opening brackets and commas: about as many as there are values. No limit if absent. */
  readonly values?: number;
  /** Members of all objects: names that are new to V8 cost ten times as much as values. No limit if absent. */
  readonly members?: number;
}

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
/** By byte: how much deeper it leads. */
const STEPS = new Int8Array(256);
for (const open of Buffer.from('[{')) STEPS[open] = 1;
for (const close of Buffer.from(']}')) STEPS[close] = -1;

/**
 * Which limit JSON exceeds, told from its bytes before anything parses them: V8 takes seconds and hundreds of
 * megabytes for millions of brackets. O(n); stops at the first bracket or comma too many. Bytes of ASCII are no part of
 * other characters (RFC 3629, section 3), and up to its first error malformed JSON is no deeper than is counted here.
 */
export function exceededJsonLimit(
  bytes: Uint8Array,
  { depth: deepest, values: mostValues = Infinity, members: mostMembers = Infinity }: JsonLimits,
): keyof JsonLimits | undefined {
  let [depth, values, members] = [0, 0, 0];
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index] ?? 0;
    if (byte === QUOTE) index = endOfString(bytes, index);
    const step = STEPS[byte] ?? 0;
    depth += step;
    if (depth > deepest) return 'depth';
    if (step > 0 || byte === COMMA) values += 1;
    if (values > mostValues) return 'values';
    if (byte === COLON) members += 1;
    if (members > mostMembers) return 'members';
  }
  return undefined;
}

function endOfString(bytes: Uint8Array, start: number): number {
  let index = start + 1;
  while (index < bytes.length && bytes[index] !== QUOTE)
    index += bytes[index] === BACKSLASH ? 2 : 1;
  return index;
}

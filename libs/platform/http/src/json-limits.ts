/** What JSON may hold. */
export interface JsonLimits {
  /** Lists and objects inside one another. */
  readonly depth: number;
  /** Opening brackets and commas: about as many as there are values. No limit if absent. */
  readonly values?: number;
  /** Members of all objects: names that are new to V8 cost ten times as much as values. No limit if absent. */
  readonly members?: number;
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
/** By byte: how much deeper it leads. */
const STEPS = new Int8Array(256);
for (const open of Buffer.from('[{')) STEPS[open] = 1;
for (const close of Buffer.from(']}')) STEPS[close] = -1;
/** By byte: whether a value follows, and whether it is that of a member. */
const VALUES = new Int8Array(256);
for (const before of Buffer.from('[{,')) VALUES[before] = 1;
const MEMBERS = new Int8Array(256);
for (const colon of Buffer.from(':')) MEMBERS[colon] = 1;
/** All others are passed by. */
const SIGNS = new Int8Array(256);
for (const sign of Buffer.from('[]{},:"')) SIGNS[sign] = 1;

/**
 * Which limit JSON exceeds, told from its bytes before anything parses them: V8 takes seconds and hundreds of
 * megabytes for millions of brackets. O(n); stops at the first bracket or comma too many. Bytes of ASCII are no part of
 * other characters (RFC 3629, section 3), and up to its first error malformed JSON is no deeper than is counted here.
 */
export function exceededJsonLimit(
  bytes: Uint8Array,
  limits: JsonLimits,
): keyof JsonLimits | undefined {
  const most = { values: Infinity, members: Infinity, ...limits };
  let [depth, values, members] = [0, 0, 0];
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index] ?? 0;
    if (at(SIGNS, byte) === 0) continue;
    if (byte === QUOTE) index = endOfString(bytes, index);
    depth += at(STEPS, byte);
    values += at(VALUES, byte);
    members += at(MEMBERS, byte);
    if (depth > most.depth) return 'depth';
    if (values > most.values) return 'values';
    if (members > most.members) return 'members';
  }
  return undefined;
}

const at = (table: Int8Array, byte: number): number => table[byte] ?? 0;

function endOfString(bytes: Uint8Array, start: number): number {
  let index = start + 1;
  while (index < bytes.length && bytes[index] !== QUOTE)
    index += bytes[index] === BACKSLASH ? 2 : 1;
  return index;
}

/** What JSON may hold. */
export interface JsonLimits {
  /** Lists and objects inside one another. */
  readonly depth: number;
  /** Opening brackets and commas: about as many as there are values. No limit if absent. */
  readonly values?: number;
  /** Members of all objects: names that are new to V8 cost ten times as much as values. No limit if absent. */
  readonly members?: number;
  /** Members of any one object: reading and writing one costs more than its share. No limit if absent. */
  readonly membersOfOne?: number;
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
  const count = new Count(limits);
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index] ?? 0;
    if (at(SIGNS, byte) === 0) continue;
    if (byte === QUOTE) index = endOfString(bytes, index);
    const exceeded = count.add(byte);
    if (exceeded !== undefined) return exceeded;
  }
  return undefined;
}

/** Members so far of the object at each depth; one memory for all, because nothing runs between its uses. */
let own = new Uint32Array(0);

class Count {
  readonly #deepest: number;
  readonly #mostValues: number;
  readonly #mostMembers: number;
  readonly #mostOfOne: number;
  #depth = 0;
  #values = 0;
  #members = 0;

  constructor({ depth, values, members, membersOfOne }: JsonLimits) {
    this.#deepest = depth;
    this.#mostValues = values ?? Infinity;
    this.#mostMembers = members ?? Infinity;
    this.#mostOfOne = membersOfOne ?? Infinity;
    if (own.length <= depth) own = new Uint32Array(depth + 1);
    // What is deeper is counted from 0 when it opens.
    own[0] = 0;
  }

  add(byte: number): keyof JsonLimits | undefined {
    const step = at(STEPS, byte);
    const member = at(MEMBERS, byte);
    this.#depth += step;
    this.#values += at(VALUES, byte);
    this.#members += member;
    const ofThis = step === 1 ? 0 : (own[this.#depth] ?? 0) + member;
    own[this.#depth] = ofThis;
    return this.#exceeded(ofThis);
  }

  #exceeded(ofThis: number): keyof JsonLimits | undefined {
    if (this.#depth > this.#deepest) return 'depth';
    if (this.#values > this.#mostValues) return 'values';
    if (this.#members > this.#mostMembers) return 'members';
    return ofThis > this.#mostOfOne ? 'membersOfOne' : undefined;
  }
}

const at = (table: Int8Array, byte: number): number => table[byte] ?? 0;

/** Most strings end within so many bytes; beyond them V8 looks for the end many bytes at a time. */
const NEAR = 64;

function endOfString(bytes: Uint8Array, start: number): number {
  let index = start + 1;
  while (index < bytes.length) {
    const far = index + NEAR;
    for (; index < far && index < bytes.length; index += 1) {
      const byte = bytes[index];
      if (byte === QUOTE) return index;
      if (byte === BACKSLASH) index += 1;
    }
    const quote = bytes.indexOf(QUOTE, index);
    if (quote === -1) return bytes.length;
    if (!isEscaped(bytes, index, quote)) return quote;
    index = quote + 1;
  }
  return index;
}

/** @param from where nothing is escaped */
function isEscaped(bytes: Uint8Array, from: number, quote: number): boolean {
  let first = quote;
  while (first > from && bytes[first - 1] === BACKSLASH) first -= 1;
  return (quote - first) % 2 === 1;
}

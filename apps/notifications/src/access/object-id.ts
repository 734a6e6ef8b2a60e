import type { Random } from '@sextant/platform-runtime/clock';

const OBJECT_ID = /^[0-9a-f]{24}$/i;

export const isObjectId = (value: unknown): value is string =>
  typeof value === 'string' && OBJECT_ID.test(value);

/** The low 14 of an ObjectId's 96 bits number the records of one creation: more than 10,000. */
const INDEX_BITS = 14;

/**
 * A new ObjectId whose last 14 bits are zero: the time in seconds, 50 random bits, and room for the ids
 * of the records, which follow from it. A clash of two is noticed when the second creation is stored.
 */
export function newCreationId(nowMs: number, random: Random): string {
  const seconds = Math.floor(nowMs / 1000)
    .toString(16)
    .padStart(8, '0');
  const bytes = random.bytes(8);
  const tail = BigInt(`0x${bytes.toString('hex')}`) >> BigInt(INDEX_BITS);
  return seconds + (tail << BigInt(INDEX_BITS)).toString(16).padStart(16, '0');
}

/** @param index 0 for the sender's record, from 1 on for the recipients' */
export function recordId(creationId: string, index: number): string {
  const last = Number.parseInt(creationId.slice(16), 16) + index;
  return creationId.slice(0, 16) + last.toString(16).padStart(8, '0');
}

/** The greatest id that a record of this creation can have. */
export const lastRecordId = (creationId: string): string =>
  recordId(creationId, 2 ** INDEX_BITS - 1);

/** The creation that a record is of. */
export function creationIdOf(record: string): string {
  const last = Number.parseInt(record.slice(16), 16);
  const start = last - (last % 2 ** INDEX_BITS);
  return record.slice(0, 16) + start.toString(16).padStart(8, '0');
}

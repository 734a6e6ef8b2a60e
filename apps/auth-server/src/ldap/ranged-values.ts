import type { Entry } from 'ldapts';
import { attributeOf, textsOf } from './attributes.js';

/** A directory gives 1,500 at once (MS-ADTS, section 3.1.1.4.5.5); more groups than this nobody is in. */
const MOST_PARTS = 20;

/** The directory has answered, with what cannot be all of the values. */
export class IncompleteValues extends Error {}

interface Part {
  readonly values: readonly string[];
  /** Of the value after the last one; absent behind the last part. */
  readonly next?: number;
}

/**
 * All values of an attribute, also where the directory gives them in parts and under another name, `memberOf;range=0-1499`
 * (MS-ADTS, section 3.1.1.3.1.3.3): without the rest somebody would lose roles without a sign.
 *
 * @param ask for one attribute of the same entry
 * @throws {IncompleteValues} where the parts have no end, or one does not follow the one before
 */
export async function allValues(
  entry: Entry,
  name: string,
  ask: (attribute: string) => Promise<Entry | undefined>,
): Promise<readonly string[]> {
  const values: string[] = [];
  let part = partOf(entry, name, 0);
  for (let count = 1; part !== undefined; count += 1) {
    values.push(...part.values);
    if (part.next === undefined) return values;
    if (count === MOST_PARTS) throw new IncompleteValues(`The values of ${name} have no end.`);
    const more: Entry | undefined = await ask(`${name};range=${part.next}-*`);
    part = more === undefined ? undefined : partOf(more, name, part.next);
    if (part === undefined) {
      throw new IncompleteValues(`The directory ends in the middle of ${name}.`);
    }
  }
  return values;
}

/** @param first of the values that were asked for */
function partOf(entry: Entry, name: string, first: number): Part | undefined {
  const wanted = `${name.toLowerCase()};range=`;
  const ranged = Object.keys(entry).find((key) => key.toLowerCase().startsWith(wanted));
  if (ranged !== undefined) {
    const next = nextAfter(ranged.slice(wanted.length), first);
    return { values: textsOf(entry[ranged]), ...(next === undefined ? {} : { next }) };
  }
  const whole = first === 0 ? attributeOf(entry, name) : undefined;
  return whole === undefined ? undefined : { values: textsOf(whole) };
}

/** @returns the first value behind a range that begins where it should */
function nextAfter(range: string, first: number): number | undefined {
  const [, start, end = ''] = /^(\d{1,9})-(\*|\d{1,9})$/.exec(range) ?? [];
  const last = end === '*' ? undefined : Number(end);
  if (start !== undefined && Number(start) === first && (last ?? first) >= first) {
    return last === undefined ? undefined : last + 1;
  }
  const shown = range.slice(0, 100);
  throw new IncompleteValues(`${shown} is no range of values that begins at ${first}.`);
}

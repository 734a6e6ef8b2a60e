import type { Entry } from 'ldapts';
import { attributeOf, textsOf } from './attributes.js';

/** A directory gives 1,500 at once (MS-ADTS, section 3.1.1.4.5.5); more groups than this nobody is in. */
const MOST_PARTS = 20;

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
 * @throws {Error} where the parts have no end
 */
export async function allValues(
  entry: Entry,
  name: string,
  ask: (attribute: string) => Promise<Entry | undefined>,
): Promise<readonly string[]> {
  const values: string[] = [];
  let part = partOf(entry, name);
  for (let count = 1; part !== undefined; count += 1) {
    values.push(...part.values);
    if (part.next === undefined) return values;
    if (count === MOST_PARTS) throw new Error(`The values of ${name} have no end.`);
    const more: Entry | undefined = await ask(`${name};range=${part.next}-*`);
    part = more === undefined ? undefined : partOf(more, name);
    if (part === undefined) throw new Error(`The directory ends in the middle of ${name}.`);
  }
  return values;
}

function partOf(entry: Entry, name: string): Part | undefined {
  const wanted = `${name.toLowerCase()};range=`;
  const ranged = Object.keys(entry).find((key) => key.toLowerCase().startsWith(wanted));
  if (ranged === undefined) {
    const whole = attributeOf(entry, name);
    return whole === undefined ? undefined : { values: textsOf(whole) };
  }
  const [, end = '*'] = ranged.slice(wanted.length).split('-');
  const values = textsOf(entry[ranged]);
  if (end === '*') return { values };
  if (!/^\d{1,9}$/.test(end)) throw new Error(`${ranged.slice(0, 100)} is no range of values.`);
  return { values, next: Number(end) + 1 };
}

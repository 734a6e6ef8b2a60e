import type { Entry } from 'ldapts';

/** An entry of a directory, by the names that the directory gives its attributes. */
export type Attributes<T> = Readonly<Record<string, T>>;

/** The value of an attribute: names have no case (RFC 4512 section 2.5), and directories answer with their own. */
export function attributeOf<T>(entry: Attributes<T>, name: string): T | undefined {
  const wanted = name.toLowerCase();
  const own = Object.keys(entry).find((one) => one.toLowerCase() === wanted);
  return own === undefined ? undefined : entry[own];
}

/** The texts of an attribute with one value, several or none; bytes as hexadecimal digits. */
export function textsOf(value: Entry[string] | undefined): readonly string[] {
  const list = value === undefined ? [] : Array.isArray(value) ? value : [value];
  return list
    .map((one) => (typeof one === 'string' ? one : one.toString('hex')))
    .filter((one) => one !== '');
}

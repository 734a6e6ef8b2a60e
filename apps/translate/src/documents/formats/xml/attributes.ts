import { escapeAttribute } from 'entities';
import type { Replacement, XmlElement } from './xml-tree.js';

/** The start tag of an element with another value of an attribute, which it gets where it has none. */
export function tagWith(tag: string, name: string, value: string): string {
  const written = ` ${name}="${escapeAttribute(value)}"`;
  const found = new RegExp(String.raw`\s${escaped(name)}\s*=\s*(?:"[^"]*"|'[^']*')`).exec(tag);
  if (found !== null) {
    return tag.slice(0, found.index) + written + tag.slice(found.index + found[0].length);
  }
  const end = /\s*\/?>$/.exec(tag)?.index ?? tag.length;
  return tag.slice(0, end) + written + tag.slice(end);
}

/** The start tag of an element without an attribute. */
export const tagWithout = (tag: string, name: string): string =>
  tag.replace(new RegExp(String.raw`\s${escaped(name)}\s*=\s*(?:"[^"]*"|'[^']*')`), '');

/** Sets an attribute of an element where it stands in a source. */
export function attributeSet(
  source: string,
  { start, innerStart }: XmlElement,
  [name, value]: readonly [name: string, value: string],
): Replacement {
  return { start, end: innerStart, text: tagWith(source.slice(start, innerStart), name, value) };
}

const escaped = (name: string): string => name.replaceAll(/[.\\-]/g, String.raw`\$&`);

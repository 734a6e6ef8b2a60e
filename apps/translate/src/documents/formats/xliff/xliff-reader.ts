import type { XmlElement } from '../xml/xml-tree.js';
import type { ParagraphFinder } from '../xml/xml-part.js';
import type { WordOptions } from './inline-words.js';

/** One version of XLIFF. */
export interface XliffReader {
  /** The element and the attribute that name the language of the targets. */
  readonly language: readonly [element: string, attribute: string];
  /** @param isTranslated whether an element is to be translated, by what it and those around it say */
  finder(isTranslated: (element: XmlElement) => boolean, options: WordOptions): ParagraphFinder;
}

export const child = ({ children }: XmlElement, name: string): XmlElement | undefined =>
  children.find((each): each is XmlElement => each.kind === 'element' && each.name === name);

export const isEmpty = (element: XmlElement | undefined): boolean =>
  element === undefined || element.innerStart === element.innerEnd;

/** The start tag of an element that is there, without the slash of one without content. */
export const openTag = (tag: string): string => tag.replace(/\s*\/>$/, '>');

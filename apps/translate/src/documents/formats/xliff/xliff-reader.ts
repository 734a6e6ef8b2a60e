import { tagWithout } from '../xml/attributes.js';
import type { XmlElement } from '../xml/xml-tree.js';
import type { ParagraphFinder } from '../xml/xml-part.js';
import type { WordOptions } from './inline-words.js';

/** One version of XLIFF. */
export interface XliffReader {
  /** The element and the attribute that name the language of the targets. */
  readonly language: readonly [element: string, attribute: string];
  finder(around: Surroundings, options: WordOptions): ParagraphFinder;
}

/** What those around an element say of it. */
export interface Surroundings {
  /** Whether an element is to be translated. */
  isTranslated(element: XmlElement): boolean;
  /** Whether a target of an element is in the language that is asked for; undefined where either is not known. */
  isInTarget(element: XmlElement, target: XmlElement | undefined): boolean | undefined;
  /** Called for each target that stays. */
  onKept(): void;
}

/** States of what nobody has translated, or only a machine that could not finish. */
const IN_WORK: ReadonlySet<string> = new Set(['initial', 'needs-l10n', 'needs-translation', 'new']);

/**
 * Whether a target in the language that is asked for is a translation: its state says so, or it has none and other words than its
 * source.
 */
export function isTranslation(
  state: string | undefined,
  source: XmlElement,
  target: XmlElement | undefined,
): boolean {
  if (isEmpty(target, source) || isInWork(state)) return false;
  return state !== undefined || textOf(source) !== textOf(target);
}

export const isInWork = (state: string | undefined): boolean =>
  state !== undefined && IN_WORK.has(state);

/** Elements around words; what others hold is code. */
const AROUND: ReadonlySet<string> = new Set(['g', 'mrk', 'pc']);

const textOf = (element: XmlElement | undefined): string =>
  (element?.children ?? [])
    .map((node) => (node.kind === 'text' ? node.text : AROUND.has(node.name) ? textOf(node) : ''))
    .join('')
    .trim();

export const child = ({ children }: XmlElement, name: string): XmlElement | undefined =>
  children.find((each): each is XmlElement => each.kind === 'element' && each.name === name);

/** Whether a target has nothing of its source: elements and space alone are no translation of words. */
export const isEmpty = (target: XmlElement | undefined, source: XmlElement): boolean =>
  target === undefined ||
  target.innerStart === target.innerEnd ||
  (textOf(target) === '' && textOf(source) !== '');

/** The start tag of an element that is there, without the slash of one without content. */
const openTag = (tag: string): string => tag.replace(/\s*\/>$/, '>');

/** The start tag of a target that is written anew; what it says of another language is no longer so. */
export function targetTag(
  target: XmlElement | undefined,
  source: string,
  isInTarget: boolean | undefined,
): string {
  if (target === undefined) return '<target>';
  const tag = openTag(source.slice(target.start, target.innerStart));
  return isInTarget === false ? tagWithout(tag, 'xml:lang') : tag;
}

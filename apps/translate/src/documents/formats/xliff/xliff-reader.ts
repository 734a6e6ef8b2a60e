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
  /** Whether targets are in the language that is asked for. */
  isInTarget(element: XmlElement): boolean;
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
  if (isEmpty(target) || (state !== undefined && IN_WORK.has(state))) return false;
  return state !== undefined || textOf(source) !== textOf(target);
}

const textOf = (element: XmlElement | undefined): string =>
  (element?.children ?? [])
    .map((node) => (node.kind === 'text' ? node.text : textOf(node)))
    .join('')
    .trim();

export const child = ({ children }: XmlElement, name: string): XmlElement | undefined =>
  children.find((each): each is XmlElement => each.kind === 'element' && each.name === name);

export const isEmpty = (element: XmlElement | undefined): boolean =>
  element === undefined || element.innerStart === element.innerEnd;

/** The start tag of an element that is there, without the slash of one without content. */
export const openTag = (tag: string): string => tag.replace(/\s*\/>$/, '>');

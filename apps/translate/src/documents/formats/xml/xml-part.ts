import type { TextUnit } from './inline-units.js';
import { parseXml, spliced, type Entities, type Replacement, type XmlElement } from './xml-tree.js';

/** Words of an element, and the stretch of the source that a translation replaces. */
export interface Paragraph {
  readonly unit: TextUnit;
  readonly start: number;
  readonly end: number;
  /** Whether a translation that is the same as the text is written all the same. */
  readonly isAlwaysWritten?: boolean;
}

/** Finds the words of an element; undefined for one that has none of its own, `silent` where none below it has either. */
export type ParagraphFinder = (
  element: XmlElement,
  source: string,
  parent: XmlElement | undefined,
) => Paragraph | 'silent' | undefined;

/** An XML file whose paragraphs are translated; all else of it stays as it was written. */
export class XmlPart {
  /** Those with words, in the order of the source; a text box comes behind the paragraph it is in. */
  readonly units: readonly TextUnit[];
  /** Name of the outermost element. */
  readonly root: string;
  readonly #paragraphs: readonly Paragraph[];

  /** @param entities as for `parseXml` */
  constructor(
    private readonly source: string,
    find: ParagraphFinder,
    entities?: Entities,
  ) {
    const root = parseXml(source, entities);
    this.root = root.name;
    this.#paragraphs = [...paragraphsIn(source, root, find)];
    this.units = this.#paragraphs.map(({ unit }) => unit);
  }

  /** @param translations one for each unit */
  write(translations: readonly string[]): string {
    // The last is the first in the source.
    const replacements: Replacement[] = [];
    // From behind: what is inside a paragraph is written before the paragraph around it.
    for (const [at, { unit, start, end, isAlwaysWritten }] of this.#fromBehind()) {
      const translation = translations[at] ?? unit.text;
      if (translation === unit.text && isAlwaysWritten !== true) continue;
      const inside = takeWhile(replacements, (each) => each.start < end);
      const sourceOf = (from: number, to: number) => stretch(this.source, inside, from, to);
      replacements.push({ start, end, text: unit.write(translation, sourceOf) });
    }
    return spliced(this.source, replacements);
  }

  *#fromBehind(): Generator<readonly [number, Paragraph]> {
    for (let at = this.#paragraphs.length - 1; at >= 0; at -= 1) {
      const paragraph = this.#paragraphs[at];
      if (paragraph !== undefined) yield [at, paragraph];
    }
  }
}

/** Takes away from the end. */
function takeWhile<T>(list: T[], isWanted: (item: T) => boolean): readonly T[] {
  const taken: T[] = [];
  for (let last = list.at(-1); last !== undefined && isWanted(last); last = list.at(-1)) {
    taken.push(last);
    list.pop();
  }
  return taken;
}

function* paragraphsIn(
  source: string,
  element: XmlElement,
  find: ParagraphFinder,
  parent?: XmlElement,
): Generator<Paragraph> {
  const paragraph = find(element, source, parent);
  if (paragraph === 'silent') return;
  if (paragraph?.unit.hasWords === true) yield paragraph;
  for (const child of element.children) {
    if (child.kind === 'element') yield* paragraphsIn(source, child, find, element);
  }
}

/** What stands between two places of the source now. O(log n + what stands there). */
function stretch(
  source: string,
  inside: readonly Replacement[],
  start: number,
  end: number,
): string {
  const own: Replacement[] = [];
  for (let at = firstFrom(inside, start); at < inside.length; at += 1) {
    const each = inside[at];
    if (each === undefined || each.start > end) break;
    if (each.end <= end) own.push({ ...each, start: each.start - start, end: each.end - start });
  }
  return spliced(source.slice(start, end), own);
}

/** @returns where those begin that start at a place or behind it */
function firstFrom(inOrder: readonly Replacement[], start: number): number {
  let [low, high] = [0, inOrder.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((inOrder[middle]?.start ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  return low;
}

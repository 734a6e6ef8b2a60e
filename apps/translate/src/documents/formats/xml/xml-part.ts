import type { SourceOf, TextUnit } from './inline-units.js';
import { parseXml, spliced, type Entities, type Replacement, type XmlElement } from './xml-tree.js';

/** Words that are translated apart and written together. */
export interface CompoundUnit {
  readonly units: readonly TextUnit[];
  /** @param translations one for each unit */
  write(translations: readonly string[], sourceOf: SourceOf): string;
}

/** Words of an element, and the stretch of the source that a translation replaces. */
export interface Paragraph {
  readonly unit: TextUnit | CompoundUnit;
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
  /** The outermost element. */
  readonly tree: XmlElement;
  readonly #placed: readonly Placed[];

  /** @param entities as for `parseXml` */
  constructor(
    private readonly source: string,
    find: ParagraphFinder,
    entities?: Entities,
  ) {
    const root = parseXml(source, entities);
    this.tree = root;
    this.#placed = placed(paragraphsIn(source, root, find));
    this.units = this.#placed.flatMap(({ units }) => units);
  }

  /** Name of the outermost element. */
  get root(): string {
    return this.tree.name;
  }

  /**
   * @param translations one for each unit
   * @param others what is replaced beside paragraphs, apart from them and from each other
   */
  write(translations: readonly string[], others: readonly Replacement[] = []): string {
    // The last is the first in the source.
    const replacements: Replacement[] = [];
    // From behind: what is inside a paragraph is written before the paragraph around it.
    for (const { paragraph, units, first } of this.#placed.toReversed()) {
      const { unit, start, end, isAlwaysWritten } = paragraph;
      const own = units.map(({ text }, at) => translations[first + at] ?? text);
      const isSame = units.every(({ text }, at) => own[at] === text);
      if (isSame && isAlwaysWritten !== true) continue;
      const inside = takeWhile(replacements, (each) => each.start < end);
      const sourceOf = (from: number, to: number) => stretch(this.source, inside, from, to);
      const text =
        'units' in unit ? unit.write(own, sourceOf) : unit.write(own[0] ?? unit.text, sourceOf);
      replacements.push({ start, end, text });
    }
    return spliced(this.source, [...replacements, ...others]);
  }
}

/** A paragraph, and where its units are among all. */
interface Placed {
  readonly paragraph: Paragraph;
  readonly units: readonly TextUnit[];
  readonly first: number;
}

function placed(paragraphs: Iterable<Paragraph>): readonly Placed[] {
  const all: Placed[] = [];
  let first = 0;
  for (const paragraph of paragraphs) {
    const { unit } = paragraph;
    const units = 'units' in unit ? unit.units : [unit];
    all.push({ paragraph, units, first });
    first += units.length;
  }
  return all;
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
  if (paragraph !== undefined && hasWords(paragraph)) yield paragraph;
  for (const child of element.children) {
    if (child.kind === 'element') yield* paragraphsIn(source, child, find, element);
  }
}

const hasWords = ({ unit }: Paragraph): boolean =>
  'units' in unit ? unit.units.length > 0 : unit.hasWords;

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

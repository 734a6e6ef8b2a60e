import type { CompoundUnit, Paragraph } from '../xml/xml-part.js';
import type { SourceOf, TextUnit } from '../xml/inline-units.js';
import { tagWith } from '../xml/attributes.js';
import type { XmlElement, XmlNode } from '../xml/xml-tree.js';
import { inlineNodes, type InlineRules } from './inline-nodes.js';
import { inlineWords, type WordOptions } from './inline-words.js';
import {
  child,
  isEmpty,
  isInWork,
  isTranslation,
  targetTag,
  type Surroundings,
  type XliffReader,
} from './xliff-reader.js';

/** Halves of pairs belong together by `rid`, else by `id`. @see XLIFF 1.2, section 2.4 */
const halfOf = ({ attributes }: XmlElement): string => attributes['rid'] ?? attributes['id'] ?? '';

const OPENING: Readonly<Record<string, string>> = { bpt: 'pt', bx: 'x' };
const CLOSING: Readonly<Record<string, string>> = { ept: 'pt', ex: 'x' };

const RULES: InlineRules = {
  around: new Set(['g', 'mrk']),
  isProtected: ({ attributes }) =>
    attributes['mtype'] === 'protected' ||
    attributes['translate'] === 'no' ||
    attributes['its:translate'] === 'no',
  opens: (element) => {
    const kind = OPENING[element.name];
    return kind === undefined ? undefined : `${kind} ${halfOf(element)}`;
  },
  closes: (element) => {
    const kind = CLOSING[element.name];
    return kind === undefined ? undefined : `${kind} ${halfOf(element)}`;
  },
};

/** What people have finished stays. @see XLIFF 1.2, section 2.3, "state" */
const FINISHED: ReadonlySet<string> = new Set(['final', 'signed-off']);

/**
 * Units, whose target stands behind the source and the source in segments. A target has the segments of the source.
 *
 * @see XLIFF 1.2, OASIS 2008
 */
export const XLIFF_1: XliffReader = {
  language: ['file', 'target-language'],
  finder: (around, options) => (element, source) => {
    if (element.name !== 'trans-unit' || !around.isTranslated(element)) return undefined;
    const [words, target] = [child(element, 'source'), child(element, 'target')];
    if (words === undefined) return undefined;
    const isInTarget = around.isInTarget(element, target);
    const segmented = child(element, 'seg-source');
    const kept = isInTarget === true ? target : undefined;
    const final = isInTarget === false ? undefined : target;
    if (isFinished(element, words, final) || isTranslated(kept, words, segmented)) {
      around.onKept();
      return undefined;
    }
    const unit = unitOf(words, segmented, { ...options, around, kept });
    const { start, end } = target ?? behind(segmented ?? words);
    const open = withState(targetTag(target, source, isInTarget), target);
    return targetWith(unit, { start, end, open });
  },
};

const unitOf = (
  words: XmlElement,
  segmented: XmlElement | undefined,
  options: SegmentOptions,
): TextUnit | CompoundUnit =>
  (segmented && segmentsOf(segmented, options)) ??
  inlineWords(inlineNodes(words.children, RULES), options);

const behind = ({ end }: XmlElement) => ({ start: end, end });

/** Where the target has a state, it is `translated` now. */
const withState = (tag: string, target: XmlElement | undefined): string =>
  target?.attributes['state'] === undefined ? tag : tagWith(tag, 'state', 'translated');

/** Whether a target has a translation of all segments of its source. */
function isTranslated(
  target: XmlElement | undefined,
  words: XmlElement,
  segmented: XmlElement | undefined,
): boolean {
  if (!isTranslation(target?.attributes['state'], words, target)) return false;
  const translations = segmentsIn(target);
  if (segmented === undefined || translations.size === 0) return true;
  return segmented.children
    .filter(isSegment)
    .every((segment) => !isEmpty(translations.get(midOf(segment)), segment));
}

function isFinished(
  { attributes }: XmlElement,
  source: XmlElement,
  target: XmlElement | undefined,
): boolean {
  if (isEmpty(target, source)) return false;
  return attributes['approved'] === 'yes' || FINISHED.has(target?.attributes['state'] ?? '');
}

/** A target with what is written into it. */
function targetWith(
  unit: TextUnit | CompoundUnit,
  { start, end, open }: { readonly start: number; readonly end: number; readonly open: string },
): Paragraph {
  const compound: CompoundUnit = 'units' in unit ? unit : single(unit);
  const write: CompoundUnit['write'] = (translations, sourceOf) =>
    `${open}${compound.write(translations, sourceOf)}</target>`;
  return { ...{ start, end, isAlwaysWritten: true }, unit: { units: compound.units, write } };
}

const single = (unit: TextUnit): CompoundUnit => ({
  units: unit.hasWords ? [unit] : [],
  write: ([translation = unit.text], sourceOf) => unit.write(translation, sourceOf),
});

const isSegment = (node: XmlNode): node is XmlElement =>
  node.kind === 'element' && node.name === 'mrk' && node.attributes['mtype'] === 'seg';

const midOf = ({ attributes }: XmlElement): string => attributes['mid'] ?? '';

const segmentsIn = (target: XmlElement | undefined): ReadonlyMap<string, XmlElement> =>
  new Map(target?.children.filter(isSegment).map((segment) => [midOf(segment), segment]));

interface SegmentOptions extends WordOptions {
  readonly around: Surroundings;
  /** A target in the language that is asked for, of which some segments are translated. */
  readonly kept: XmlElement | undefined;
}

/** A segment of a source, and of the target where it is translated there. */
interface Segment {
  readonly segment: XmlElement;
  readonly unit: TextUnit;
  readonly kept: XmlElement | undefined;
}

/** Segments that stand beside each other; undefined where there is none, or more than segments and what is between them. */
function segmentsOf(
  element: XmlElement,
  { around, kept, ...options }: SegmentOptions,
): CompoundUnit | undefined {
  const translations = segmentsIn(isInWork(kept?.attributes['state']) ? undefined : kept);
  const segments = element.children.filter(isSegment).map((segment): Segment => {
    const unit = inlineWords(inlineNodes(segment.children, RULES), options);
    const translation = translations.get(midOf(segment));
    return { segment, unit, kept: isEmpty(translation, segment) ? undefined : translation };
  });
  const others = element.children.filter((node) => !isSegment(node));
  const hasOtherWords = inlineWords(inlineNodes(others, RULES), options).hasWords;
  if (segments.length === 0 || hasOtherWords) return undefined;
  const spoken = segments.filter(({ unit }) => unit.hasWords);
  const open = spoken.filter((each) => each.kept === undefined);
  for (let count = open.length; count < spoken.length; count += 1) around.onKept();
  return {
    units: open.map(({ unit }) => unit),
    write: (texts, sourceOf) => written(element, spoken, { texts, sourceOf }),
  };
}

/** @param given.texts the translations of those that are not kept */
function written(
  element: XmlElement,
  segments: readonly Segment[],
  { texts, sourceOf }: { readonly texts: readonly string[]; readonly sourceOf: SourceOf },
): string {
  const next = texts.values();
  let position = element.innerStart;
  let words = '';
  for (const { segment, unit, kept } of segments) {
    words += sourceOf(position, segment.innerStart);
    words +=
      kept === undefined
        ? unit.write(next.next().value ?? unit.text, sourceOf)
        : sourceOf(kept.innerStart, kept.innerEnd);
    position = segment.innerEnd;
  }
  return words + sourceOf(position, element.innerEnd);
}

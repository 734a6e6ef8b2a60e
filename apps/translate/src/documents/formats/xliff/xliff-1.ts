import type { CompoundUnit, Paragraph } from '../xml/xml-part.js';
import type { TextUnit } from '../xml/inline-units.js';
import { tagWith } from '../xml/attributes.js';
import type { XmlElement, XmlNode } from '../xml/xml-tree.js';
import { inlineNodes, type InlineRules } from './inline-nodes.js';
import { inlineWords, type WordOptions } from './inline-words.js';
import { child, isEmpty, isTranslation, openTag, type XliffReader } from './xliff-reader.js';

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
    const isKept =
      around.isInTarget(element) && isTranslation(target?.attributes['state'], words, target);
    if (isKept || isFinished(element, target)) {
      around.onKept();
      return undefined;
    }
    const segmented = child(element, 'seg-source');
    const unit = unitOf(words, segmented, options);
    const behind = (segmented ?? words).end;
    const { start, end } = target ?? { start: behind, end: behind };
    return targetWith(unit, { start, end, open: tagOf(target, source) });
  },
};

const unitOf = (
  words: XmlElement,
  segmented: XmlElement | undefined,
  options: WordOptions,
): TextUnit | CompoundUnit =>
  (segmented && segmentsOf(segmented, options)) ??
  inlineWords(inlineNodes(words.children, RULES), options);

function isFinished({ attributes }: XmlElement, target: XmlElement | undefined): boolean {
  if (isEmpty(target)) return false;
  return attributes['approved'] === 'yes' || FINISHED.has(target?.attributes['state'] ?? '');
}

function tagOf(target: XmlElement | undefined, source: string): string {
  if (target === undefined) return '<target>';
  const tag = openTag(source.slice(target.start, target.innerStart));
  return target.attributes['state'] === undefined ? tag : tagWith(tag, 'state', 'translated');
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

/** Segments that stand beside each other; undefined where there is none, or more than segments and what is between them. */
function segmentsOf(element: XmlElement, options: WordOptions): CompoundUnit | undefined {
  const segments = element.children.filter(isSegment).map((segment) => ({
    segment,
    unit: inlineWords(inlineNodes(segment.children, RULES), options),
  }));
  const others = element.children.filter((node) => !isSegment(node));
  const hasOtherWords = inlineWords(inlineNodes(others, RULES), options).hasWords;
  if (segments.length === 0 || hasOtherWords) return undefined;
  const spoken = segments.filter(({ unit }) => unit.hasWords);
  return {
    units: spoken.map(({ unit }) => unit),
    write: (translations, sourceOf) => {
      let position = element.innerStart;
      let written = '';
      for (const [at, { segment, unit }] of spoken.entries()) {
        const { innerStart, innerEnd } = segment;
        written += sourceOf(position, innerStart);
        written += unit.write(translations[at] ?? unit.text, sourceOf);
        position = innerEnd;
      }
      return written + sourceOf(position, element.innerEnd);
    },
  };
}

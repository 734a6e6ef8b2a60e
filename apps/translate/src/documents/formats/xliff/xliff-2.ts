import { tagWith, tagWithout } from '../xml/attributes.js';
import type { XmlElement } from '../xml/xml-tree.js';
import type { TextUnit } from '../xml/inline-units.js';
import { inlineNodes, type InlineRules } from './inline-nodes.js';
import { inlineWords } from './inline-words.js';
import { child, isEmpty, isTranslation, targetTag, type XliffReader } from './xliff-reader.js';

const OPENING: ReadonlySet<string> = new Set(['sc', 'sm']);
const CLOSING: Readonly<Record<string, string>> = { ec: 'sc', em: 'sm' };

/** Halves of pairs belong together by `startRef`. @see XLIFF 2.1, section 4.2.3.3, "sc" and "ec" */
const RULES: InlineRules = {
  around: new Set(['pc', 'mrk']),
  isProtected: ({ attributes }) =>
    attributes['translate'] === 'no' || attributes['its:translate'] === 'no',
  opens: ({ name, attributes }) =>
    OPENING.has(name) && attributes['isolated'] !== 'yes'
      ? `${name} ${attributes['id'] ?? ''}`
      : undefined,
  closes: ({ name, attributes }) => {
    const kind = CLOSING[name];
    return kind === undefined ? undefined : `${kind} ${attributes['startRef'] ?? ''}`;
  },
};

/**
 * Segments of units, each with its source and target.
 *
 * @see XLIFF 2.1, OASIS 2018, section 4.2
 */
export const XLIFF_2: XliffReader = {
  language: ['xliff', 'trgLang'],
  finder: (around, options) => (segment, source) => {
    if (segment.name !== 'segment' || !around.isTranslated(segment)) return undefined;
    const [words, target] = [child(segment, 'source'), child(segment, 'target')];
    if (words === undefined) return undefined;
    const isInTarget = around.isInTarget(segment, target);
    const isKept = isInTarget === true && isTranslation(segment.attributes['state'], words, target);
    if (isKept || (isInTarget !== false && isFinished(segment, words, target))) {
      around.onKept();
      return undefined;
    }
    const unit = inlineWords(inlineNodes(words.children, RULES), options);
    const { start: from, end: to } = target ?? { start: words.end, end: words.end };
    const open = targetTag(target, source, isInTarget);
    const write: TextUnit['write'] = (translation, sourceOf) =>
      segmentTag(segment, source) +
      sourceOf(segment.innerStart, from) +
      `${open}${unit.write(translation, sourceOf)}</target>`;
    return {
      unit: { ...unit, write },
      ...{ start: segment.start, end: to, isAlwaysWritten: true },
    };
  },
};

/** What people have finished stays. */
const isFinished = (
  { attributes }: XmlElement,
  source: XmlElement,
  target: XmlElement | undefined,
): boolean => attributes['state'] === 'final' && !isEmpty(target, source);

/** A state that is told is that of a translation now; a state of a program's own belonged to the one before. */
function segmentTag({ attributes, start, innerStart }: XmlElement, source: string): string {
  const tag = source.slice(start, innerStart);
  if (attributes['state'] === undefined) return tag;
  return tagWith(tagWithout(tag, 'subState'), 'state', 'translated');
}

import type { DocumentFormat } from '../document-format.js';
import { decodeText } from '../text-files.js';
import { attributeSet } from '../xml/attributes.js';
import { XmlPart, type ParagraphFinder } from '../xml/xml-part.js';
import { elementsIn, type Replacement, type XmlElement } from '../xml/xml-tree.js';
import type { WordOptions } from './inline-words.js';
import { XLIFF_1 } from './xliff-1.js';
import { XLIFF_2 } from './xliff-2.js';
import type { XliffReader } from './xliff-reader.js';

/** Angular's own extraction: apostrophes quote nothing in its messages. */
const OF_ANGULAR = /\soriginal\s*=\s*["']ng2?\.template["']/;

/** Sources into targets: 1.2 and 2.x, each by its own reader. */
export const XLIFF: DocumentFormat = {
  name: 'XLIFF',
  extensions: ['xlf', 'xliff'],
  mediaType: 'application/xliff+xml',
  open(bytes) {
    const { text, encode } = decodeText(bytes);
    const finder = finderOf({ hasPlainApostrophes: OF_ANGULAR.test(text) });
    const part = new XmlPart(text, finder);
    return {
      units: part.units.map(({ kind = 'xml', text: words }) => ({ kind, text: words })),
      write: (translations, { language } = {}) => {
        const marks = language === undefined ? [] : languageMarks(part.tree, text, language);
        return encode(part.write(translations, marks));
      },
    };
  },
};

const readerOf = ({ attributes }: XmlElement): XliffReader =>
  attributes['version']?.startsWith('2') === true ? XLIFF_2 : XLIFF_1;

/** The version decides who reads; what is to be translated is said by elements and those around them. */
function finderOf(options: WordOptions): ParagraphFinder {
  const translated = new Map<XmlElement, boolean>();
  let find: ParagraphFinder | undefined;
  return (element, source, parent) => {
    find ??= readerOf(element).finder((each) => translated.get(each) ?? true, options);
    const own = element.attributes['translate'];
    const inherited = parent === undefined ? true : (translated.get(parent) ?? true);
    translated.set(element, own === undefined ? inherited : own !== 'no');
    return find(element, source, parent);
  };
}

function languageMarks(root: XmlElement, source: string, language: string): readonly Replacement[] {
  const [element, attribute] = readerOf(root).language;
  return [...elementsIn(root)]
    .filter(({ name }) => name === element)
    .map((each) => attributeSet(source, each, [attribute, language]));
}

import type { DocumentFormat } from '../document-format.js';
import { isSameLanguage } from '../named-languages.js';
import { decodeText } from '../text-files.js';
import { attributeSet } from '../xml/attributes.js';
import { XmlPart, type ParagraphFinder } from '../xml/xml-part.js';
import { elementsIn, type Replacement, type XmlElement } from '../xml/xml-tree.js';
import type { WordOptions } from './inline-words.js';
import { XLIFF_1 } from './xliff-1.js';
import { XLIFF_2 } from './xliff-2.js';
import type { Surroundings, XliffReader } from './xliff-reader.js';

/** Angular's own extraction: apostrophes quote nothing in its messages. */
const OF_ANGULAR = /\soriginal\s*=\s*["']ng2?\.template["']/;

/** Sources into targets: 1.2 and 2.x, each by its own reader. */
export const XLIFF: DocumentFormat = {
  name: 'XLIFF',
  extensions: ['xlf', 'xliff'],
  mediaType: 'application/xliff+xml',
  open(bytes, { languages } = {}) {
    const { text, encode } = decodeText(bytes);
    let keptTexts = 0;
    const onKept = () => {
      keptTexts += 1;
    };
    const options = { hasPlainApostrophes: OF_ANGULAR.test(text) };
    const part = new XmlPart(text, finderOf(options, { target: languages?.target, onKept }));
    return {
      keptTexts,
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

interface Kept {
  /** The language that is asked for. */
  readonly target: string | undefined;
  readonly onKept: () => void;
}

/** What an element and those around it say. */
interface Said {
  readonly isTranslated: boolean;
  /** Of targets. */
  readonly language: string | undefined;
}

const NOTHING_SAID: Said = { isTranslated: true, language: undefined };

/** The version decides who reads; what is to be translated is said by elements and those around them. */
function finderOf(options: WordOptions, { target, onKept }: Kept): ParagraphFinder {
  const said = new Map<XmlElement, Said>();
  const saidOf = (element: XmlElement) => said.get(element) ?? NOTHING_SAID;
  const around: Surroundings = {
    isTranslated: (element) => saidOf(element).isTranslated,
    isInTarget: (element, words) => {
      const language = words?.attributes['xml:lang'] ?? saidOf(element).language;
      if (language === undefined || target === undefined) return undefined;
      return isSameLanguage(language, target);
    },
    onKept,
  };
  let reader: XliffReader | undefined;
  let find: ParagraphFinder | undefined;
  return (element, source, parent) => {
    reader ??= readerOf(element);
    find ??= reader.finder(around, options);
    const inherited = parent === undefined ? NOTHING_SAID : saidOf(parent);
    const { translate } = element.attributes;
    const language = element.attributes[reader.language[1]];
    said.set(element, {
      isTranslated: translate === undefined ? inherited.isTranslated : translate !== 'no',
      language: language ?? inherited.language,
    });
    return find(element, source, parent);
  };
}

function languageMarks(root: XmlElement, source: string, language: string): readonly Replacement[] {
  const [element, attribute] = readerOf(root).language;
  return [...elementsIn(root)]
    .filter(({ name }) => name === element)
    .map((each) => attributeSet(source, each, [attribute, language]));
}

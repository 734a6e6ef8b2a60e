import type { DocumentFormat } from './document-format.js';
import { mixedUnit } from './xml/mixed-units.js';
import { decodeText } from './text-files.js';
import { XmlPart, type ParagraphFinder } from './xml/xml-part.js';
import type { XmlElement } from './xml/xml-tree.js';

/** Elements with words in them: XLIFF 1.2 `g` and `mrk`, 2.x `pc` and `mrk`. */
const AROUND: ReadonlySet<string> = new Set(['g', 'mrk', 'pc', 'sub']);
/** 1.2 and 2.x: what holds a source and its translation. */
const UNITS: ReadonlySet<string> = new Set(['trans-unit', 'segment']);

/** The target of a unit is the translation of its source; whatever was in it goes. */
const find: ParagraphFinder = (element) => {
  if (!UNITS.has(element.name) || element.attributes['translate'] === 'no') return undefined;
  const source = child(element, 'source');
  if (source === undefined) return undefined;
  const target = child(element, 'target');
  const unit = mixedUnit(source.children, AROUND);
  const isEmpty = target === undefined || target.innerStart === target.end;
  return {
    unit: isEmpty
      ? {
          ...unit,
          write: (translation, sourceOf) => `<target>${unit.write(translation, sourceOf)}</target>`,
        }
      : unit,
    start: target === undefined ? source.end : isEmpty ? target.start : target.innerStart,
    end: target === undefined ? source.end : isEmpty ? target.end : target.innerEnd,
    isAlwaysWritten: true,
  };
};

const child = ({ children }: XmlElement, name: string): XmlElement | undefined =>
  children.find((each): each is XmlElement => each.kind === 'element' && each.name === name);

/** @see XLIFF 1.2 (OASIS, 2008); XLIFF 2.1 (OASIS, 2018), section 4.2 */
export const XLIFF: DocumentFormat = {
  name: 'XLIFF',
  extensions: ['xlf', 'xliff'],
  mediaType: 'application/xliff+xml',
  open(bytes) {
    const { text, encode } = decodeText(bytes);
    const part = new XmlPart(text, find);
    return {
      units: part.units.map((unit) => ({ kind: 'xml' as const, text: unit.text })),
      write: (translations) => encode(part.write(translations)),
    };
  },
};

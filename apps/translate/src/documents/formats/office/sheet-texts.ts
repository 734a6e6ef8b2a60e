import { decodeXML } from 'entities';
import type { PackageFiles } from '../packages/package-document.js';
import { decodeText } from '../text-files.js';
import { runParagraphs, type ParagraphGrammar } from '../xml/run-paragraphs.js';
import type { ParagraphFinder } from '../xml/xml-part.js';
import { elementsIn, parseXml } from '../xml/xml-tree.js';
import { ComparedTexts } from '../packages/compared-texts.js';
import { excelComparisons } from './excel-comparisons.js';

/** @see ECMA-376 part 1, section 18.4: strings of sheets, with and without formatting */
const sheetText = (paragraph: string): ParagraphGrammar => ({
  paragraph,
  paragraphProperties: 'phoneticPr',
  run: 'r',
  properties: 'rPr',
  words: 't',
  wrappers: new Set(),
  dropped: new Set(),
  writeWords: (escaped) => `<t xml:space="preserve">${escaped}</t>`,
});

const findInSheet = runParagraphs([sheetText('si'), sheetText('is'), sheetText('text')]);

const NAMING = /^xl\/(?:tables\/table|pivotCache\/pivotCacheDefinition)\d*\.xml$/;
const NAMED: ReadonlySet<string> = new Set(['tableColumn', 'cacheField']);
/** Strings of cells; what else is found are comments. */
const OF_CELLS: ReadonlySet<string> = new Set(['si', 'is']);

/**
 * Texts of a workbook. Columns of tables are called as their heads say, and formulas call them so: such words stay, and so
 * does what formulas and conditions compare with.
 */
export class SheetTexts {
  readonly #names: ReadonlySet<string>;
  readonly #compared: ComparedTexts;
  #kept = 0;

  constructor(files: PackageFiles) {
    this.#names = namesIn(files);
    this.#compared = new ComparedTexts(excelComparisons(files));
  }

  /** Texts that were found and left since something compares with them. */
  get kept(): number {
    return this.#kept;
  }

  readonly find: ParagraphFinder = (element, source, parent) => {
    const found = findInSheet(element, source, parent);
    if (found === undefined || found === 'silent' || 'units' in found.unit) return found;
    const words = wordsOf(found.unit.text);
    if (this.#names.has(words)) return undefined;
    if (!OF_CELLS.has(element.name) || !this.#compared.has(words)) return found;
    if (found.unit.hasWords) this.#kept += 1;
    return undefined;
  };
}

const namesIn = (files: PackageFiles): ReadonlySet<string> =>
  new Set(
    [...files]
      .filter(([path]) => NAMING.test(path))
      .flatMap(([, file]) => [...elementsIn(parseXml(decodeText(file).text))])
      .filter(({ name }) => NAMED.has(name))
      .map(({ attributes }) => attributes['name'] ?? ''),
  );

const wordsOf = (text: string): string => decodeXML(text.replaceAll(/<[^<>]*>/g, ''));

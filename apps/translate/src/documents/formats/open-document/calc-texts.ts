import { decodeXML } from 'entities';
import { ComparedTexts, type Comparisons } from '../packages/compared-texts.js';
import type { PackageFiles } from '../packages/package-document.js';
import { decodeText } from '../text-files.js';
import type { ParagraphFinder } from '../xml/xml-part.js';
import { elementsIn, type XmlElement } from '../xml/xml-tree.js';

const CELLS: ReadonlySet<string> = new Set(['table:table-cell', 'table:covered-table-cell']);
const ANNOTATION = 'office:annotation';

const attribute = (names: string): RegExp =>
  new RegExp(String.raw`\s(?:${names})\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)')`, 'g');

/** Of cells, conditions, lists of allowed values, named expressions. @see OpenDocument 1.3 part 3, section 19 */
const FORMULAS = attribute(
  'table:formula|table:condition|style:condition|calcext:value|table:expression',
);
/** What rows are filtered by. */
const FILTER = /<table:filter-(?:condition|set-item)\s[^<>]*>/g;
const FILTER_VALUE = attribute('table:value');
/** Sheets and ranges. */
const NAME = /<table:(?:table|named-range|named-expression|database-range)\s[^<>]*>/g;
const NAME_VALUE = attribute('table:name');
/** Columns of pivot tables are called as their heads say. */
const FIELDS = attribute('table:source-field-name');

/**
 * Texts of cells. What formulas, conditions, filters and pivot tables compare with stays, and so does what formulas say and
 * how numbers are shown: programs write those anew.
 */
export class CalcTexts {
  readonly #compared: ComparedTexts;
  readonly #fields: ReadonlySet<string>;
  readonly #closed = new WeakSet<XmlElement>();
  #kept = 0;

  constructor(
    files: PackageFiles,
    private readonly findParagraph: ParagraphFinder,
  ) {
    const texts = ['content.xml', 'styles.xml'].flatMap((path) => {
      const file = files.get(path);
      return file === undefined ? [] : [decodeText(file).text];
    });
    this.#compared = new ComparedTexts(comparisonsIn(texts));
    this.#fields = new Set(texts.flatMap((text) => valuesIn(text, FIELDS)));
  }

  /** Texts that were found and left since something compares with them. */
  get kept(): number {
    return this.#kept;
  }

  readonly find: ParagraphFinder = (element, source, parent) => {
    if (CELLS.has(element.name) && !this.#isOpen(element)) this.#closed.add(element);
    // What is noted beside a cell is translated all the same.
    if (parent !== undefined && this.#closed.has(parent) && element.name !== ANNOTATION) {
      return 'silent';
    }
    return this.findParagraph(element, source, parent);
  };

  /** Whether the words of a cell may be translated. */
  #isOpen(cell: XmlElement): boolean {
    const { 'office:value-type': type = 'string', ...attributes } = cell.attributes;
    // A value that is there beside the words goes before them.
    const isWritten = 'table:formula' in attributes || 'office:string-value' in attributes;
    if (type !== 'string' || isWritten) return false;
    const words = wordsOf(cell);
    if (this.#fields.has(words)) return false;
    if (!this.#compared.has(words)) return true;
    if (/\p{L}/u.test(words)) this.#kept += 1;
    return false;
  }
}

const comparisonsIn = (texts: readonly string[]): Comparisons => ({
  formulas: texts.flatMap((text) => valuesIn(text, FORMULAS)),
  filters: texts.flatMap((text) => valuesWithin(text, FILTER, FILTER_VALUE)),
  names: texts.flatMap((text) => valuesWithin(text, NAME, NAME_VALUE)),
});

const valuesIn = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([, double, single]) => decodeXML(double ?? single ?? ''));

const valuesWithin = (text: string, element: RegExp, value: RegExp): readonly string[] =>
  [...text.matchAll(element)].flatMap(([tag]) => valuesIn(tag, value));

/** Of the cell alone, without its remark. */
function wordsOf(cell: XmlElement): string {
  const remarks = cell.children.filter(
    (child): child is XmlElement => child.kind === 'element' && child.name === ANNOTATION,
  );
  const isRemark = ({ start, end }: XmlElement) =>
    remarks.some((remark) => remark.start <= start && end <= remark.end);
  return [...elementsIn(cell)]
    .filter((element) => !isRemark(element))
    .flatMap(({ children }) =>
      children.flatMap((child) => (child.kind === 'text' ? child.text : [])),
    )
    .join('')
    .trim();
}

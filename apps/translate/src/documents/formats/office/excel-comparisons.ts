import { decodeXML } from 'entities';
import type { Comparisons } from '../packages/compared-texts.js';
import type { PackageFiles } from '../packages/package-document.js';
import { decodeText } from '../text-files.js';

/** Sheets, tables, and the names of the workbook. */
const WITH_FORMULAS = /^xl\/(?:workbook|worksheets\/[^/]+|tables\/[^/]+)\.xml$/;

/** Formulas of cells, conditions, lists of allowed values, names. @see ECMA-376 part 1, sections 18.2, 18.3, 18.5 */
const FORMULAS =
  /<(?:\w+:)?(?:f|formula[12]?|calculatedColumnFormula|totalsRowFormula|definedName)(?:\s[^<>]*)?>([^<]+)</g;
/** What rows are filtered by. */
const FILTERS = /<(?:\w+:)?(?:filter|customFilter)\s[^<>]*?\bval="([^"]*)"/g;
/** What formulas may find by a text: sheets and names. */
const NAMES = /<(?:\w+:)?(?:sheet|definedName)\s[^<>]*?\bname="([^"]*)"/g;

export function excelComparisons(files: PackageFiles): Comparisons {
  const texts = [...files].flatMap(([path, file]) =>
    WITH_FORMULAS.test(path) ? [decodeText(file).text] : [],
  );
  const all = (pattern: RegExp) => texts.flatMap((text) => valuesIn(text, pattern));
  return { formulas: all(FORMULAS), filters: all(FILTERS), names: all(NAMES) };
}

const valuesIn = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([, value = '']) => decodeXML(value));

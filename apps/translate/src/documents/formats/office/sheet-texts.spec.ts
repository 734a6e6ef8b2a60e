import { describe, expect, it } from '@jest/globals';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { capitals } from '../../../../test/documents/in-capitals.js';
import { formatOf } from '../formats.js';
import type { OpenedDocument } from '../document-format.js';

const strings = (...texts: readonly string[]): string =>
  `<sst xmlns="m">${texts.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`;

/** A workbook whose cells say the texts, with something else in its sheet. */
const workbook = (texts: readonly string[], sheet: string, more: Record<string, string> = {}) =>
  zipSync(
    Object.fromEntries(
      Object.entries({
        '[Content_Types].xml': '<Types/>',
        'xl/workbook.xml': '<workbook xmlns="m"><sheets><sheet name="North"/></sheets></workbook>',
        'xl/sharedStrings.xml': strings(...texts),
        'xl/worksheets/sheet1.xml': `<worksheet xmlns="m">${sheet}</worksheet>`,
        ...more,
      }).map(([path, file]) => [path, strToU8(file)]),
    ),
  );

const opened = (bytes: Uint8Array): OpenedDocument =>
  formatOf('a.xlsx').open(bytes) as OpenedDocument;

const cell = (formula: string): string => `<row><c><f>${formula}</f><v>1</v></c></row>`;

describe('a workbook', () => {
  it.each([
    ['COUNTIF', cell('COUNTIF(A1:A9,&quot;Open&quot;)')],
    ['IF, in whatever letters', cell('IF(A1="open",1,0)')],
    ['VLOOKUP', cell('VLOOKUP("Open",A:B,2,FALSE)')],
    ['an operator', cell('COUNTIF(A1:A9,"&lt;&gt;Open")')],
    ['a pattern', cell('COUNTIF(A1:A9,"Op*")')],
    ['a part', cell('ISNUMBER(SEARCH("pen",A1))')],
    [
      'a list of allowed values',
      '<dataValidations><dataValidation type="list"><formula1>"Open, Closed"</formula1></dataValidation></dataValidations>',
    ],
    [
      'a condition',
      '<conditionalFormatting><cfRule><formula>$A1="Open"</formula></cfRule></conditionalFormatting>',
    ],
    [
      'a filter',
      '<autoFilter><filterColumn><filters><filter val="Open"/></filters></filterColumn></autoFilter>',
    ],
    [
      'a newer list of allowed values',
      '<extLst><x14:dataValidation><x14:formula1><xm:f>"Open,Closed"</xm:f></x14:formula1></x14:dataValidation></extLst>',
    ],
  ])('leaves texts that something compares with: %s', (_name, sheet) => {
    const document = opened(workbook(['Open', 'The house'], sheet));

    expect(document.units.map(({ text }) => text)).toEqual(['The house']);
    expect(document.keptTexts).toBe(1);
    const written = unzipSync(
      document.write(document.units.map(({ text }) => capitals(text))) as Uint8Array,
    );
    expect(strFromU8(written['xl/sharedStrings.xml'] ?? new Uint8Array())).toContain('<t>Open</t>');
  });

  it('leaves names of sheets that formulas find by a text', () => {
    const sheet = cell('SUM(INDIRECT(A1&amp;"!B1:B9"))');

    const document = opened(workbook(['North', 'South'], sheet));

    expect(document.units.map(({ text }) => text)).toEqual(['South']);
  });

  it('translates all else, with formulas of numbers too', () => {
    const document = opened(workbook(['Open', 'Sum'], cell('SUM(A1:A9)&amp;" euros"')));

    expect(document.units.map(({ text }) => text)).toEqual(['Open', 'Sum']);
    expect(document.keptTexts).toBe(0);
  });

  it('takes no longer for patterns that are made to be slow', () => {
    const pattern = `${'*a'.repeat(100)}b`;
    const texts = Array.from({ length: 50 }, () => 'a'.repeat(5000));

    const startMs = performance.now();
    opened(workbook(texts, cell(`COUNTIF(A1:A9,"${pattern}")`)));

    expect(performance.now() - startMs).toBeLessThan(5000);
  });

  it('whose formulas compare with thousands of patterns is refused: each would be tried with every cell', () => {
    const formulas = Array.from({ length: 1001 }, (_, at) =>
      cell(`COUNTIF(A1:A9,"*part ${String(at)}*")`),
    );

    expect(() => opened(workbook(['Open'], formulas.join('')))).toThrow(/more than 1000 patterns/);
  });
});

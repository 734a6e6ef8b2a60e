import { describe, expect, it } from '@jest/globals';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { capitals } from '../../../../test/documents/in-capitals.js';
import { formatOf } from '../formats.js';
import type { OpenedDocument } from '../document-format.js';

const packed = (content: string, styles = ''): Uint8Array =>
  zipSync({
    'content.xml': strToU8(
      `<office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x" xmlns:draw="d" xmlns:presentation="p" xmlns:style="s" xmlns:calcext="c"><office:body>${content}</office:body></office:document-content>`,
    ),
    'styles.xml': strToU8(
      `<office:document-styles xmlns:office="o" xmlns:text="x">${styles}</office:document-styles>`,
    ),
  });

const opened = (name: string, bytes: Uint8Array): OpenedDocument =>
  formatOf(name).open(bytes) as OpenedDocument;

const written = (document: OpenedDocument): string =>
  strFromU8(
    unzipSync(document.write(document.units.map(({ text }) => capitals(text))) as Uint8Array)[
      'content.xml'
    ] ?? new Uint8Array(),
  );

const cell = (words: string, attributes = 'office:value-type="string"') =>
  `<table:table-cell ${attributes}><text:p>${words}</text:p></table:table-cell>`;

const sheet = (...cells: readonly string[]) =>
  `<table:table table:name="Sheet"><table:table-row>${cells.join('')}</table:table-row></table:table>`;

describe('a spreadsheet of OpenDocument', () => {
  it('has its texts translated, in remarks too; what formulas say and how numbers are shown stays', () => {
    const document = opened(
      'a.ods',
      packed(
        sheet(
          cell('The house'),
          `<table:table-cell office:value-type="string"><office:annotation><text:p>A remark</text:p></office:annotation><text:p>The <text:span>red</text:span> door</text:p></table:table-cell>`,
          cell('five euros', 'office:value-type="currency" office:value="5"'),
          cell('yes', 'office:value-type="string" table:formula="of:=IF(1;&quot;yes&quot;;2)"'),
        ),
      ),
    );

    expect(document.units.map(({ text }) => text)).toEqual([
      'The house',
      'A remark',
      'The <g id="1">red</g> door',
    ]);
    expect(written(document)).toContain('<text:p>THE HOUSE</text:p>');
    expect(written(document)).toContain('<text:p>five euros</text:p>');
  });

  it.each([
    ['COUNTIF', cell('1', 'table:formula="of:=COUNTIF([.A1:.A9];&quot;Open&quot;)"')],
    ['a formula in single quotes', cell('1', `table:formula='of:=IF([.A1]="open";1;0)'`)],
    [
      'a list of allowed values',
      '<table:content-validation table:condition="of:cell-content-is-in-list(&quot;Open&quot;;&quot;Closed&quot;)"/>',
    ],
    ['a condition', '<style:map style:condition="cell-content()=&quot;Open&quot;"/>'],
    ['a newer condition', '<calcext:condition calcext:value="=&quot;Open&quot;"/>'],
    ['a filter', '<table:filter-condition table:operator="=" table:value="Open"/>'],
    ['a pivot table', '<table:data-pilot-field table:source-field-name="Open"/>'],
  ])('keeps texts that something compares with: %s', (_name, comparing) => {
    const document = opened('a.ods', packed(sheet(cell('Open'), cell('The door')) + comparing));

    expect(document.units.map(({ text }) => text)).toEqual(['The door']);
    expect(written(document)).toContain('<text:p>Open</text:p>');
  });

  it('tells how many texts stay', () => {
    const formula = cell('1', 'table:formula="of:=COUNTIF([.A1:.A9];&quot;Open&quot;)"');

    expect(opened('a.ods', packed(sheet(cell('Open'), cell('Open'), formula))).keptTexts).toBe(2);
  });
});

describe('a presentation of OpenDocument', () => {
  it('has its slides and notes translated; masters stay', () => {
    const document = opened(
      'a.odp',
      packed(
        '<draw:page><draw:text-box><text:p>The title</text:p></draw:text-box><presentation:notes><text:p>A note</text:p></presentation:notes></draw:page>',
        '<text:p>Click to edit</text:p>',
      ),
    );

    expect(document.units.map(({ text }) => text)).toEqual(['The title', 'A note']);
  });
});

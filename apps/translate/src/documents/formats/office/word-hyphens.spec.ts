import { describe, expect, it } from '@jest/globals';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { translated, unitsOf } from '../../../../test/documents/in-capitals.js';

const word = (runs: string): Uint8Array =>
  zipSync({
    'word/document.xml': strToU8(
      `<w:document xmlns:w="w"><w:body><w:p>${runs}</w:p></w:body></w:document>`,
    ),
  });

const written = (runs: string, translate: (text: string) => string): string =>
  strFromU8(
    unzipSync(translated('a.docx', word(runs), translate))['word/document.xml'] ?? new Uint8Array(),
  );

const FIXED =
  '<w:r><w:t xml:space="preserve">A well</w:t><w:noBreakHyphen/><w:t xml:space="preserve">known house</w:t></w:r>';

describe('hyphens of Word', () => {
  it('at which no line ends are hyphens within a word', () => {
    expect(unitsOf('a.docx', word(FIXED)).map(({ text }) => text)).toEqual(['A well-known house']);
  });

  it('stay what they were in the translation', () => {
    expect(written(FIXED, () => 'Un ex-bar - grande')).toContain(
      '<w:t xml:space="preserve">Un ex</w:t><w:noBreakHyphen/><w:t xml:space="preserve">bar - grande</w:t>',
    );
    expect(written(FIXED, (text) => text)).toContain(FIXED);
  });

  it('that may part a word part none', () => {
    const soft = '<w:r><w:t>exam</w:t><w:softHyphen/><w:t>ple</w:t></w:r>';

    expect(unitsOf('a.docx', word(soft)).map(({ text }) => text)).toEqual(['example']);
  });
});

import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { hasPython } from '@sextant/platform-testing';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { DocumentCalls } from '../document-calls.js';
import { pdfText } from '../pdf-text.js';
import { allConverted, convertedOnce, hasLibreOffice, runPython } from '../programs.js';
import { startLibreTranslateStub, type LibreTranslateStub } from '../../libretranslate-stub.js';
import { AUTH_KEY, startTranslate, type RunningTranslate } from '../../running-translate.js';

const folder = mkdtempSync(join(tmpdir(), 'sextant-office-'));
const place = (name: string): string => join(folder, name);

let engine: LibreTranslateStub;
let running: RunningTranslate;
let calls: DocumentCalls;

beforeAll(async () => {
  engine = await startLibreTranslateStub();
  running = await startTranslate({
    APERTIUM_ENABLED: 'false',
    LIBRETRANSLATE_URL: engine.baseUrl,
    LIBRETRANSLATE_API_KEY: 'libre-key',
    BLOB_DIR: place('blobs'),
  });
  calls = new DocumentCalls(running.url);
});
afterEach(() => {
  engine.translate = (words) => words.toUpperCase();
});
afterAll(async () => {
  await running.close();
  await engine.close();
  rmSync(folder, { recursive: true });
});

/** Translates a file into another one beside it. */
async function translate(name: string): Promise<string> {
  const target = place(`translated-${name}`);
  writeFileSync(target, await calls.translated({ name, contents: readFileSync(place(name)) }));
  return target;
}

/** Every string in capitals, but addresses, names of styles and what the tests call kept. */
function inCapitals(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inCapitals);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [name, inCapitals(each)]),
    );
  }
  const isKept =
    typeof value !== 'string' || /^(?:https:|Kept|=|Normal$|Heading 1$|List Bullet$)/.test(value);
  return isKept ? value : value.toUpperCase();
}

const OFFICE = ['word.docx', 'sheet.xlsx', 'slides.pptx'];

(hasPython() ? describe : describe.skip)(
  'files of python-docx, openpyxl and python-pptx, needs python3 with venv',
  () => {
    beforeAll(async () => {
      await runPython('make_office.py', folder);
    });

    it('keep their structure and formatting, with every visible word translated', async () => {
      const translations = [];
      for (const name of OFFICE) translations.push(await translate(name));

      const files = [...OFFICE.map(place), ...translations];
      const read = JSON.parse(await runPython('read_office.py', ...files)) as unknown[];
      expect(read).toHaveLength(files.length);

      expect(read.slice(OFFICE.length)).toEqual(inCapitals(read.slice(0, OFFICE.length)));
    });

    it.each(OFFICE)(
      '%s stays as it is, part by part, where words stay as they are',
      async (name) => {
        engine.translate = (words) => words;

        const after = readFileSync(await translate(name));

        expect(unzipSync(after)).toEqual(unzipSync(readFileSync(place(name))));
      },
    );

    it('go through the official client for Python', async () => {
      const [source, target] = [place('word.docx'), place('by-python.docx')];

      const done = await runPython('translate_document.py', running.url, AUTH_KEY, source, target);

      expect(JSON.parse(done)).toMatchObject({
        status: 'done',
        billed_characters: expect.any(Number),
      });
      const [word] = JSON.parse(await runPython('read_office.py', target)) as [
        { header: string[] },
      ];
      expect(word.header).toEqual(['THE HEADER']);
    });

    (hasLibreOffice ? it : it.skip).each([
      ['word.docx', 'odt'],
      ['sheet.xlsx', 'ods'],
      ['slides.pptx', 'odp'],
    ])('%s is opened by LibreOffice as before, needs soffice', async (name, to) => {
      const files = await allConverted([place(name), await translate(name)], to, folder);
      const [before = '', after = ''] = files.map((file) => textOf(readFileSync(file)));

      expect(after.toUpperCase()).toBe(before.toUpperCase());
      expect(after).not.toBe(before);
    });
  },
);

/** All text of the body of an OpenDocument file. */
function textOf(bytes: Uint8Array): string {
  const xml = Buffer.from(unzipSync(bytes)['content.xml'] ?? []).toString();
  return xml
    .slice(xml.indexOf('<office:body'))
    .replaceAll(/<[^<>]*>/g, '\n')
    .replaceAll(/\s+/g, ' ');
}

(hasLibreOffice ? describe : describe.skip)('files of LibreOffice, needs soffice', () => {
  const SEEN = [
    'HOUSE',
    'RED',
    'A NOTE ABOUT',
    'A BOOKMARK',
    'A LINK',
    'INSERTED WORDS',
    'IN A BOX',
    'ONE ITEM',
    'A CELL',
  ];
  const FORMATS = ['docx', 'odt'];
  beforeAll(async () => {
    copyFileSync(join(import.meta.dirname, '../walk.fodt'), place('walk.fodt'));
    const translations: string[] = [];
    for (const format of FORMATS) {
      const made = await convertedOnce(place('walk.fodt'), format, folder);
      copyFileSync(made, place(`as-${format}.${format}`));
      translations.push(await translate(`as-${format}.${format}`));
    }
    // One program opens both.
    await allConverted(translations, 'fodt', folder);
  });

  it.each(FORMATS)(
    'as %s keep notes, bookmarks, fields, changes, boxes, lists and tables',
    async (format) => {
      const source = await convertedOnce(place(`as-${format}.${format}`), 'fodt', folder);
      const files = [source, place(`translated-as-${format}.fodt`)];
      const [before = '', after = ''] = files.map((file) => readFileSync(file, 'utf8'));
      const ofBody = (xml: string) => xml.slice(xml.indexOf('<office:body'));
      const elements = (xml: string) => ofBody(xml).match(/<[\w:-]+/g);
      const words = (xml: string) =>
        ofBody(xml)
          .replaceAll(/<[^<>]*>/g, ' ')
          .replaceAll(/\s+/g, ' ');
      expect(elements(after)).toEqual(elements(before));
      expect(words(after).toUpperCase()).toBe(words(before).toUpperCase());
      for (const seen of SEEN) expect(words(after)).toContain(seen);
      expect(after).toContain('xlink:href="https://example.com/"');
    },
  );

  it('as PDF keep their pages, and are translated where words stand', async () => {
    await convertedOnce(place('walk.fodt'), 'pdf', folder);

    const [before = ''] = await pdfText(readFileSync(place('walk.pdf')));
    const [after = ''] = await pdfText(readFileSync(await translate('walk.pdf')));

    const words = (text: string) => text.toUpperCase().split(/\s+/).sort();
    expect(words(after)).toEqual(words(before));
    for (const seen of SEEN) expect(after).toContain(seen);
  });

  it('as PDF with a password are refused', async () => {
    const options = {
      EncryptFile: { type: 'boolean', value: 'true' },
      DocumentOpenPassword: { type: 'string', value: 'x' },
    };
    copyFileSync(place('walk.fodt'), place('locked.fodt'));
    await convertedOnce(
      place('locked.fodt'),
      `pdf:writer_pdf_Export:${JSON.stringify(options)}`,
      folder,
    );

    await expect(translate('locked.pdf')).rejects.toThrow(
      'it is protected; save it without a password',
    );
  });
});

describe('a workbook whose formulas compare with texts', () => {
  it('keeps these, and its status says how many', async () => {
    const files = {
      'xl/workbook.xml': '<workbook xmlns="m"/>',
      'xl/sharedStrings.xml': '<sst xmlns="m"><si><t>Open</t></si><si><t>The house</t></si></sst>',
      'xl/worksheets/sheet1.xml':
        '<worksheet xmlns="m"><c><f>COUNTIF(A1:A9,"Open")</f></c></worksheet>',
    };
    const contents = Buffer.from(
      zipSync(Object.fromEntries(Object.entries(files).map(([path, xml]) => [path, strToU8(xml)]))),
    );

    const handle = await calls.taken({ name: 'a.xlsx', contents });
    const status = await calls.until(handle, 'done', 'error');

    expect(status).toMatchObject({ status: 'done', kept_texts: 1, billed_characters: 9 });
    const written = unzipSync(Buffer.from(await (await calls.result(handle)).arrayBuffer()));
    const strings = Buffer.from(written['xl/sharedStrings.xml'] ?? []).toString();
    expect(strings).toContain('>Open<');
    expect(strings).toContain('>THE HOUSE<');
  });
});

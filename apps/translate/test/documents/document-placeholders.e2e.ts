import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { strFromU8, unzipSync } from 'fflate';
import { startLibreTranslateStub, type LibreTranslateStub } from '../libretranslate-stub.js';
import { errorOf, startUpperCase, type RunningTranslate } from '../running-translate.js';
import { DocumentCalls } from './document-calls.js';
import { docx } from './small-docx.js';

const blobs = mkdtempSync(join(tmpdir(), 'sextant-placeholders-'));

let engine: LibreTranslateStub;
let running: RunningTranslate;
let calls: DocumentCalls;

beforeAll(async () => {
  engine = await startLibreTranslateStub();
  running = await startUpperCase(engine, blobs);
  calls = new DocumentCalls(running.url);
});
afterAll(async () => {
  await running.close();
  await engine.close();
  rmSync(blobs, { recursive: true });
});

const TEXT = 'Open {name} and %s of acme-12.';

const wordsOfDocx = (bytes: Uint8Array): string =>
  /<w:t[^>]*>([^<]*)<\/w:t>/.exec(strFromU8(unzipSync(bytes)['word/document.xml'] ?? bytes))?.[1] ??
  '';

describe.each([
  ['a.docx', docx(TEXT), wordsOfDocx],
  ['a.json', JSON.stringify({ open: TEXT }), (bytes: Uint8Array) => strFromU8(bytes).slice(9, -2)],
  ['a.properties.txt', TEXT, strFromU8],
] as const)('placeholders of %s', (name, contents, wordsOf) => {
  const translated = async (fields: Record<string, string>) => {
    const handle = await calls.taken({ name, contents, fields });
    const status = await calls.until(handle, 'done', 'error');
    expect(status).toMatchObject({ status: 'done' });
    const result = Buffer.from(await (await calls.result(handle)).arrayBuffer());
    return { words: wordsOf(result), formats: status.placeholder_formats };
  };

  it('stay in every format by default, and the status tells which', async () => {
    expect(await translated({})).toEqual({
      words: 'OPEN {name} AND %s OF ACME-12.',
      formats: ['python'],
    });
  });

  it('stay in the named formats alone, and so do those of own patterns', async () => {
    const fields = { placeholder_formats: 'icu,angular', placeholder_patterns: 'acme-[0-9]+' };

    expect(await translated(fields)).toEqual({
      words: 'OPEN {name} AND %S OF acme-12.',
      formats: ['icu'],
    });
  });
});

describe('placeholders of a document', () => {
  it('are told once for all texts that it has, in its list of documents too', async () => {
    const contents = JSON.stringify(['Open %s', 'Open {name}', 'Close {name}', 'Open']);

    const handle = await calls.taken({ name: 'b.json', contents });
    const status = await calls.until(handle, 'done', 'error');
    const list = (await (await calls.list()).json()) as { documents: object[] };

    expect(status).toMatchObject({ placeholder_formats: ['icu', 'printf'] });
    expect(list.documents).toContainEqual(expect.objectContaining(status));
  });

  it('are not told where there are none', async () => {
    const handle = await calls.taken({ name: 'c.json', contents: '["Open"]' });

    expect(await calls.until(handle, 'done')).not.toHaveProperty('placeholder_formats');
  });

  it.each([
    [
      { placeholder_formats: 'icu,perl' },
      "Value for 'placeholder_formats' not supported. Allowed values: icu,",
    ],
    [{ placeholder_patterns: '(abcd){1000}' }, 'they have 6002 instructions together'],
    [{ placeholder_patterns: '(' }, "Value for 'placeholder_patterns' not supported: "],
  ])('that are wrong are refused at once: %j', async (fields, message) => {
    const refused = await errorOf(
      await calls.upload({ name: 'a.docx', contents: docx(TEXT), fields }),
    );

    expect(refused).toMatchObject({ status: 400, message: expect.stringContaining(message) });
  });
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startLibreTranslateStub, type LibreTranslateStub } from '../libretranslate-stub.js';
import { startUpperCase, type RunningTranslate } from '../running-translate.js';
import { DocumentCalls } from './document-calls.js';

const blobs = mkdtempSync(join(tmpdir(), 'sextant-translated-'));

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

const unit = (id: number, target: string) =>
  `<trans-unit id="${id}"><source>the house</source>${target}</trans-unit>`;
const xliff = (units: string) =>
  `<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="a" source-language="en" target-language="es"><body>${units}</body></file></xliff>`;

const NEW = '<target state="new">x</target>';
const DONE = '<target state="translated">La casa</target>';
const WRITTEN = '<target state="translated">THE HOUSE</target>';

describe('texts of a file that are translated already', () => {
  it.each([
    [
      'a.xlf',
      xliff(unit(1, DONE) + unit(2, NEW)),
      xliff(unit(1, DONE) + unit(2, WRITTEN)),
      { billed_characters: 9, kept_texts: 1 },
    ],
    [
      'a.csv',
      'key,en,es,fr\nhouse,the house,,la maison\ndog,a dog,El perro,\n',
      'key,en,es,fr\nhouse,the house,THE HOUSE,la maison\ndog,a dog,El perro,\n',
      { billed_characters: 9, kept_texts: 1 },
    ],
    ['a.txt', 'the house', 'THE HOUSE', { billed_characters: 9 }],
  ])('stay, cost nothing and are counted: %s', async (name, contents, written, told) => {
    const handle = await calls.taken({ name, contents });

    const status = await calls.until(handle, 'done', 'error');

    expect(status).toEqual({ document_id: handle.document_id, status: 'done', ...told });
    expect(await (await calls.result(handle)).text()).toBe(written);
  });

  it('are no part of what an editor shows, whatever language is found', async () => {
    const contents = `key\ten\tes\n${'house\tthe house is bigger than the other houses\t\n'.repeat(3)}dog\ta dog\tUn perro\n`;
    const fields = { source_lang: '', show_alignment: '1' };
    const handle = await calls.taken({ name: 'a.tsv', contents, fields });
    await calls.until(handle, 'done');

    const result = await (await calls.result(handle)).text();

    expect(result.split('\n')[1]).toBe(
      'house\tthe house is bigger than the other houses\tTHE HOUSE IS BIGGER THAN THE OTHER HOUSES',
    );
    expect(result).toContain('dog\ta dog\tUn perro\n');
  });
});

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { paragraphsOf } from '../../../src/documents/reading/picture-formats.js';
import { DocumentCalls } from '../document-calls.js';
import { drawing } from '../drawing.js';
import { startLibreTranslateStub, type LibreTranslateStub } from '../../libretranslate-stub.js';
import { startUpperCase, type RunningTranslate } from '../../running-translate.js';

const hasTesseract = spawnSync('tesseract', ['--version'], { stdio: 'ignore' }).status === 0;
const LETTER = ['The house is big and the dog', 'eats in the garden.', '', 'It costs 900 today.'];

const folder = mkdtempSync(join(tmpdir(), 'sextant-pictures-'));
let engine: LibreTranslateStub;
beforeAll(async () => {
  engine = await startLibreTranslateStub();
});
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true });
});

const start = (env: Readonly<Record<string, string>> = {}): Promise<RunningTranslate> =>
  startUpperCase(engine, join(folder, 'blobs'), env);

(hasTesseract ? describe : describe.skip)('words in pictures, needs tesseract', () => {
  let running: RunningTranslate;
  let calls: DocumentCalls;
  beforeAll(async () => {
    running = await start();
    calls = new DocumentCalls(running.url);
  });
  afterAll(() => running.close());

  it.each(['png', 'jpeg', 'tiff'] as const)('of a %s are translated as a text', async (format) => {
    const contents = await sharp(drawing(LETTER)).toFormat(format).toBuffer();

    const handle = await calls.taken({ name: `letter.${format}`, contents });
    const { status } = await calls.until(handle, 'done', 'error');
    const result = await calls.result(handle);

    expect(status).toBe('done');
    expect(result.headers.get('content-disposition')).toContain('letter.txt');
    expect((await result.text()).trim()).toBe(
      'THE HOUSE IS BIG AND THE DOG EATS IN THE GARDEN.\n\nIT COSTS 900 TODAY.',
    );
  });

  it.each([
    ['words.png', Buffer.from('words'), {}, 'it is no png file'],
    ['broken.png', Buffer.from('89504e470d0a1a0a00', 'hex'), {}, 'no words are seen in it'],
    ['letter.png', undefined, { output_format: 'png' }, 'A png file is answered as txt.'],
    [
      'letter.png',
      undefined,
      { source_lang: 'KA' },
      'Pictures in the language KA cannot be read here',
    ],
  ])('%s is refused with the reason', async (name, given, fields, reason) => {
    const contents = given ?? (await sharp(drawing(LETTER)).png().toBuffer());

    const response = await calls.upload({ name, contents, fields });

    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ message: expect.stringContaining(reason) });
  });

  it('and one without words is refused', async () => {
    const contents = await sharp(drawing([])).png().toBuffer();

    const response = await calls.upload({ name: 'empty.png', contents });

    expect(await response.json()).toEqual({
      message: 'Invalid file data: no words are seen in it; it may be damaged.',
    });
  });
});

describe('without Tesseract', () => {
  it('a picture is refused with the reason', async () => {
    const running = await start({ TESSERACT: 'no-such-program' });
    const calls = new DocumentCalls(running.url);
    const contents = await sharp(drawing(LETTER)).png().toBuffer();

    const response = await calls.upload({ name: 'letter.png', contents });
    await running.close();

    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      message: "Unsupported file extension 'png': no Tesseract is here to see words in pictures.",
    });
  });
});

describe('lines of a page', () => {
  it('become paragraphs, with words that were cut at the end of a line whole again', () => {
    expect(paragraphsOf('A long sen-\ntence of\ntwo lines.\n \nSelf-\nMade E-\nmail\n\f')).toBe(
      'A long sentence of two lines.\n\nSelf- Made Email',
    );
  });
});

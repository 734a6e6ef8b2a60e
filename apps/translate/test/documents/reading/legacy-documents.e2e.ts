import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { strFromU8, strToU8, unzipSync } from 'fflate';
import sharp from 'sharp';
import { LibreOfficeConverter } from '../../../src/documents/reading/libreoffice-converter.js';
import { DocumentCalls } from '../document-calls.js';
import { converted, hasLibreOffice } from '../programs.js';
import { startLibreTranslateStub, type LibreTranslateStub } from '../../libretranslate-stub.js';
import { startUpperCase, type RunningTranslate } from '../../running-translate.js';

const folder = mkdtempSync(join(tmpdir(), 'sextant-legacy-'));
const place = (name: string): string => join(folder, name);

const TABLE = 'house,door\nred,green\n';
const SLIDES = `<?xml version="1.0" encoding="UTF-8"?><office:document
  xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"
  xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"
  office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.presentation"><office:body><office:presentation>
  <draw:page draw:name="one"><draw:frame svg:width="10cm" svg:height="3cm" svg:x="1cm" svg:y="1cm"><draw:text-box>
  <text:p>the red house</text:p></draw:text-box></draw:frame></draw:page></office:presentation></office:body></office:document>`;

const linked = (picture: string): string => `<?xml version="1.0" encoding="UTF-8"?><office:document
  xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"
  xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"
  xmlns:xlink="http://www.w3.org/1999/xlink" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text">
  <office:body><office:text><text:p>the house<draw:frame svg:width="2cm" svg:height="2cm">
  <draw:image xlink:href="${picture}" xlink:type="simple"/></draw:frame></text:p></office:text></office:body></office:document>`;

let engine: LibreTranslateStub;
beforeAll(async () => {
  engine = await startLibreTranslateStub();
});
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true });
});

const start = (env: Readonly<Record<string, string>> = {}): Promise<RunningTranslate> =>
  startUpperCase(engine, place('blobs'), env);

(hasLibreOffice ? describe : describe.skip)('files of old programs, needs soffice', () => {
  let running: RunningTranslate;
  let calls: DocumentCalls;
  beforeAll(async () => {
    running = await start();
    calls = new DocumentCalls(running.url);
    copyFileSync(join(import.meta.dirname, '../walk.fodt'), place('walk.fodt'));
    writeFileSync(place('table.csv'), TABLE);
    writeFileSync(place('slides.fodp'), SLIDES);
    await converted(place('walk.fodt'), 'doc', folder);
    await converted(place('walk.fodt'), 'rtf', folder);
    await converted(place('table.csv'), 'xls', folder);
    await converted(place('slides.fodp'), 'ppt', folder);
  });
  afterAll(() => running.close());

  const textOf = async (file: string, to: string): Promise<string> =>
    readFileSync(await converted(file, to, folder), 'utf8')
      .replaceAll(/<[^<>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ');

  it.each([
    ['walk.doc', 'docx', 'fodt', ['THE HOUSE', 'A NOTE ABOUT', 'A CELL', 'ONE ITEM']],
    ['walk.rtf', 'docx', 'fodt', ['THE HOUSE', 'A NOTE ABOUT', 'A CELL', 'ONE ITEM']],
    ['table.xls', 'xlsx', 'csv', ['HOUSE,DOOR', 'RED,GREEN']],
    ['slides.ppt', 'pptx', 'fodp', ['THE RED HOUSE']],
  ])('%s is translated, and answered as %s', async (name, format, readable, seen) => {
    const handle = await calls.taken({ name, contents: readFileSync(place(name)) });
    const { status } = await calls.until(handle, 'done', 'error');
    expect(status).toBe('done');
    const result = await calls.result(handle);
    expect(result.headers.get('content-disposition')).toContain(name.replace(/\w+$/, format));
    const translated = place(`translated.${format}`);
    writeFileSync(translated, Buffer.from(await result.arrayBuffer()));

    const text = await textOf(translated, readable);

    for (const words of seen) expect(text).toContain(words);
  });

  it.each([
    ['a.doc', 'words', 'it is no doc file'],
    ['a.rtf', 'words', 'it is no rtf file'],
    ['a.xls', Buffer.from('d0cf11e0a1b11ae100', 'hex'), 'it cannot be converted'],
  ])('%s that is none is refused', async (name, contents, reason) => {
    const response = await calls.upload({ name, contents });

    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ message: expect.stringContaining(reason) });
  });

  it('is answered in the newer format alone', async () => {
    const contents = readFileSync(place('walk.doc'));

    const refused = await calls.upload({
      name: 'walk.doc',
      contents,
      fields: { output_format: 'doc' },
    });
    const taken = await calls.upload({
      name: 'walk.doc',
      contents,
      fields: { output_format: 'docx' },
    });

    expect(await refused.json()).toEqual({
      message: "Value for 'output_format' not supported. A doc file is answered as docx.",
    });
    expect(taken.status).toBe(200);
  });

  it('fetches nothing that a document refers to', async () => {
    const asked: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url);
      response.end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    writeFileSync(place('linked.fodt'), linked(`${origin}/picture.png`));
    await converted(place('linked.fodt'), 'doc', folder);
    expect(asked).toContain('/picture.png'); // as anybody's LibreOffice does
    asked.length = 0;

    const translation = await calls.translated({
      name: 'linked.doc',
      contents: readFileSync(place('linked.doc')),
    });
    server.close();

    writeFileSync(place('linked.docx'), translation);
    expect(asked).toEqual([]);
    expect(await textOf(place('linked.docx'), 'fodt')).toContain('THE HOUSE');
  });

  it('shows nothing of the machine, and not even whether it is there', async () => {
    const secret = place('secret.png');
    writeFileSync(secret, await sharp({ create: RED }).png().toBuffer());
    // As anybody's LibreOffice does.
    writeFileSync(place('curious.rtf'), showing(secret));
    const bare = unzipSync(readFileSync(await converted(place('curious.rtf'), 'docx', folder)));
    expect(Object.keys(bare).some((name) => name.startsWith('word/media/'))).toBe(true);

    const paths = [secret, '/etc/passwd', '/root/.bashrc', '/nowhere/at/all'];
    for (const path of paths) {
      const contents = Buffer.from(showing(path));
      const answer = unzipSync(await calls.translated({ name: 'curious.rtf', contents }));

      expect(Object.keys(answer).filter((name) => name.startsWith('word/media/'))).toEqual([]);
      expect(strFromU8(answer['word/document.xml'] ?? strToU8(''))).toContain('THE DOG');
    }
  });
});

describe('files of old programs without LibreOffice or its sandbox', () => {
  it.each([
    { LIBREOFFICE: '/nowhere/soffice' },
    { LIBREOFFICE_SANDBOX: '/nowhere/bwrap' },
    { LIBREOFFICE_SANDBOX: '/bin/false' },
  ])('are refused with what to do: %j', async (env) => {
    const running = await start(env);

    const response = await new DocumentCalls(running.url).upload({
      name: 'a.doc',
      contents: Buffer.from('d0cf11e0a1b11ae100', 'hex'),
    });

    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      message:
        "Unsupported file extension 'doc': there is no LibreOffice here that may open it. Save the file as docx.",
    });
    await running.close();
  });
});

const showing = (path: string): string =>
  `{\\rtf1\\ansi {\\field{\\*\\fldinst INCLUDEPICTURE "${path}"}{\\fldrslt pic}}\\par The dog eats.\\par}`;

const RED = { width: 4, height: 4, channels: 3, background: 'red' } as const;

describe('a converter that hangs', () => {
  it('is ended with all that it has started, and leaves nothing behind', async () => {
    const program = place('hanging');
    const note = place('pids');
    writeFileSync(program, `#!/bin/sh\nsleep 600 &\necho $$ $! $HOME > ${note}\nwait\n`, {
      mode: 0o755,
    });
    const converter = new LibreOfficeConverter({ program, sandbox: undefined, deadlineMs: 500 });
    const file = { from: 'doc', to: 'docx', bytes: Buffer.from('x') };

    const conversion = converter.convert(file, new AbortController().signal);

    await expect(conversion).rejects.toMatchObject({ code: 'document_invalid' });
    const [shell, child, home = ''] = readFileSync(note, 'utf8').trim().split(' ');
    for (const pid of [shell, child]) expect(existsSync(`/proc/${pid ?? ''}/exe`)).toBe(false);
    expect(existsSync(home)).toBe(false);
  });
});

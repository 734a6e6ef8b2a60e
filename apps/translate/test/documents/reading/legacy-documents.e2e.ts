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
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { strFromU8, unzipSync } from 'fflate';
import sharp from 'sharp';
import { LibreOfficeConverter } from '../../../src/documents/reading/libreoffice-converter.js';
import { DocumentCalls } from '../document-calls.js';
import { pdfText } from '../pdf-text.js';
import { allConverted, converted, convertedOnce, hasLibreOffice } from '../programs.js';
import { startLibreTranslateStub, type LibreTranslateStub } from '../../libretranslate-stub.js';
import { startUpperCase, type RunningTranslate } from '../../running-translate.js';

const folder = mkdtempSync(join(tmpdir(), 'sextant-legacy-'));
const place = (name: string): string => join(folder, name);

interface Expected {
  readonly format: string;
  readonly words: readonly string[];
  readonly fields?: Readonly<Record<string, string>>;
}

/** Files, the format of their translations, and words that a reader of them sees. */
const SEEN: Readonly<Record<string, Expected>> = {
  'walk.doc': {
    format: 'docx',
    words: ['THE HOUSE', 'A NOTE ABOUT', 'A CELL', 'ONE ITEM'],
    fields: { output_format: 'docx' },
  },
  'walk.rtf': { format: 'docx', words: ['THE HOUSE', 'A NOTE ABOUT', 'A CELL', 'ONE ITEM'] },
  'table.xls': { format: 'xlsx', words: ['HOUSE', 'DOOR', 'RED', 'GREEN'] },
  'slides.ppt': { format: 'pptx', words: ['THE RED HOUSE'] },
};

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
    await convertedOnce(place('walk.fodt'), 'doc', folder);
    await convertedOnce(place('walk.fodt'), 'rtf', folder);
    await convertedOnce(place('table.csv'), 'xls', folder);
    await convertedOnce(place('slides.fodp'), 'ppt', folder);
  });
  afterAll(() => running.close());

  it('are translated, answered in the newer format, and opened by LibreOffice again', async () => {
    const made: string[] = [];
    for (const name of Object.keys(SEEN)) made.push(await translated(name));

    // One program opens all of them.
    for (const file of await allConverted(made, 'pdf', folder)) {
      const pages = (await pdfText(readFileSync(file))).join(' ').replaceAll(/\s+/g, ' ');
      const { words } = SEEN[basename(file, '.pdf').replace('-', '.')] ?? { words: ['?'] };
      for (const each of words) expect(pages).toContain(each);
    }
  });

  /** The translation of a file, beside it. */
  async function translated(name: string): Promise<string> {
    const { format = '', fields = {} } = SEEN[name] ?? {};
    const handle = await calls.taken({ name, contents: readFileSync(place(name)), fields });
    expect(await calls.until(handle, 'done', 'error')).toMatchObject({ status: 'done' });
    const result = await calls.result(handle);
    expect(result.headers.get('content-disposition')).toContain(name.replace(/\w+$/, format));
    const target = place(`${name.replace('.', '-')}.${format}`);
    writeFileSync(target, Buffer.from(await result.arrayBuffer()));
    return target;
  }

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

    expect(await refused.json()).toEqual({
      message: "Value for 'output_format' not supported. A doc file is answered as docx.",
    });
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

    expect(asked).toEqual([]);
    expect(wordsOf(translation)).toContain('THE HOUSE');
  });

  it('shows nothing of the machine, and not even whether it is there', async () => {
    const secret = place('secret.png');
    writeFileSync(secret, await sharp({ create: RED }).png().toBuffer());
    // As anybody's LibreOffice does.
    writeFileSync(place('curious.rtf'), showing([secret]));
    const bare = unzipSync(readFileSync(await converted(place('curious.rtf'), 'docx', folder)));
    expect(Object.keys(bare).some((name) => name.startsWith('word/media/'))).toBe(true);

    const paths = [secret, '/etc/passwd', '/root/.bashrc', '/nowhere/at/all'];
    const contents = Buffer.from(showing(paths));
    const answer = await calls.translated({ name: 'curious.rtf', contents });

    expect(Object.keys(unzipSync(answer)).filter((name) => name.startsWith('word/media/'))).toEqual(
      [],
    );
    // Those that are there and those that are not are told alike.
    expect(wordsOf(answer).match(/THE DOG/g)).toHaveLength(paths.length);
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

const showing = (paths: readonly string[]): string =>
  `{\\rtf1\\ansi ${paths
    .map(
      (path) =>
        `{\\field{\\*\\fldinst INCLUDEPICTURE "${path}"}{\\fldrslt pic}}\\par The dog eats.\\par `,
    )
    .join('')}}`;

const wordsOf = (docx: Uint8Array): string =>
  strFromU8(unzipSync(docx)['word/document.xml'] ?? new Uint8Array()).replaceAll(/<[^<>]*>/g, '');

const RED = { width: 4, height: 4, channels: 3, background: 'red' } as const;

/** The test's own time limit ends it. */
const gone = async (file: string): Promise<void> => {
  while (existsSync(file)) await new Promise((resolve) => setTimeout(resolve, 20));
};

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
    // What is killed is there until the system has come to it.
    for (const pid of [shell, child]) await gone(`/proc/${pid ?? ''}/exe`);
    expect(existsSync(home)).toBe(false);
  });
});

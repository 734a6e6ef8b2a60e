import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { create } from 'fontkit';
import { FONT_FILES, type FontFile } from './font-files.js';
import { FontStore } from './font-store.js';
import { FontUnavailable } from './font-unavailable.js';

const FONT = Buffer.from('a font '.repeat(100_000));
const archive = gzipSync(
  Buffer.concat([
    entry('package/package.json', Buffer.from('{}')),
    entry('package/400/a.ttf', FONT),
  ]),
  { level: 0 },
);

const FILE: FontFile = {
  package: '@fonts/of-nobody',
  version: '1.2.3',
  integrity: `sha512-${createHash('sha512').update(archive).digest('base64')}`,
  archiveBytes: archive.length,
  path: '400/a.ttf',
  sha256: createHash('sha256').update(FONT).digest('hex'),
  mayHave: /a/,
};

let folder: string;
let server: Server;
let requests: { readonly url: string | undefined; readonly range: string | undefined }[];
let answer: (response: ServerResponse, from: number) => void;

const send = (bytes: Buffer) => (response: ServerResponse, from: number) => {
  response.writeHead(from > 0 ? 206 : 200).end(bytes.subarray(from));
};

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fonts-'));
  requests = [];
  answer = send(archive);
  server = createServer(({ url, headers: { range } }, response) => {
    requests.push({ url, range });
    answer(response, Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const newStore = (file = FILE): FontStore => {
  const { port } = server.address() as AddressInfo;
  const places = { fontsDir: folder, fontsRegistry: `http://127.0.0.1:${port}/` };
  return new FontStore(places, { japanese: file });
};

describe('a font that is not installed', () => {
  it('is taken out of its package and kept', async () => {
    expect(FONT.equals(await newStore().read('japanese'))).toBe(true);
    expect(FONT.equals(await newStore().read('japanese'))).toBe(true);

    expect(requests).toEqual([
      { url: '/@fonts/of-nobody/-/of-nobody-1.2.3.tgz', range: undefined },
    ]);
    expect(readdirSync(folder)).toEqual(['a.ttf']);
  });

  it('comes once for all who ask meanwhile, in other processes too', async () => {
    const [one, other] = [newStore(), newStore()];

    await Promise.all([one.read('japanese'), one.read('japanese'), other.read('japanese')]);

    expect(requests).toHaveLength(1);
  });

  it('is gone on with when the connection breaks, now and the next time', async () => {
    const half = archive.length >> 1;
    answer = (response) => {
      response.writeHead(200, { 'content-length': archive.length });
      response.write(archive.subarray(0, half), () => setTimeout(() => response.destroy(), 50));
      answer = (again) => again.destroy();
    };
    await expect(newStore().read('japanese')).rejects.toThrow(FontUnavailable);
    answer = send(archive);

    expect(FONT.equals(await newStore().read('japanese'))).toBe(true);
    expect(requests.map(({ range }) => range)).toEqual([
      undefined,
      `bytes=${half}-`,
      `bytes=${half}-`,
    ]);
  });

  it('is fetched anew from a registry that knows no ranges', async () => {
    writeFileSync(join(folder, 'a.ttf.tgz.part'), archive.subarray(0, 100));
    answer = (response) => response.writeHead(200).end(archive);

    expect(FONT.equals(await newStore().read('japanese'))).toBe(true);
  });

  it('is fetched by another one when whoever fetched it was killed', async () => {
    mkdirSync(join(folder, 'a.ttf.lock'));
    utimesSync(join(folder, 'a.ttf.lock'), 1, 1);

    expect(FONT.equals(await newStore().read('japanese'))).toBe(true);
  });

  it('is refused when it is another one, and fetched anew the next time', async () => {
    const other = Buffer.from(archive);
    other[1000] = (other[1000] ?? 0) ^ 1;
    answer = send(other);
    await expect(newStore().read('japanese')).rejects.toThrow(/another digest/);
    answer = send(archive);

    expect(FONT.equals(await newStore().read('japanese'))).toBe(true);
  });

  it('is told by name, with the command that installs it, where the registry cannot be reached', async () => {
    const store = newStore();
    server.close();

    await expect(store.read('japanese')).rejects.toThrow(
      /^the font a\.ttf is not installed and cannot be fetched from http:.*ECONNREFUSED.*"npm run extras -- fonts" installs it$/,
    );
  });

  it('is damaged where it lies: fetched again', async () => {
    writeFileSync(join(folder, 'a.ttf'), 'half a font');

    expect(FONT.equals(await newStore().read('japanese'))).toBe(true);
  });
});

describe.each(Object.entries(FONT_FILES))('the %s font', (name, file) => {
  it('is what the list says, and has nothing of which the list does not know', async () => {
    const store = new FontStore({ fontsDir: folder, fontsRegistry: 'http://127.0.0.1:9' });
    const bytes = Buffer.from(await store.read(name as keyof typeof FONT_FILES));
    const own = createRequire(import.meta.url).resolve(
      '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
    );
    const known = new Set(charactersOf(readFileSync(own)));
    const missed = charactersOf(bytes)
      .filter((code) => !known.has(code))
      .map((code) => String.fromCodePoint(code))
      .filter((character) => !file.mayHave.test(character));

    expect(createHash('sha256').update(bytes).digest('hex')).toBe(file.sha256);
    expect(missed).toEqual([]);
  });
});

function charactersOf(bytes: Buffer): readonly number[] {
  const font = create(bytes);
  return 'characterSet' in font ? font.characterSet : [];
}

/** As tar has it. */
function entry(name: string, content: Buffer): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0);
  header.write(content.length.toString(8).padStart(11, '0'), 124);
  return Buffer.concat([header, content, Buffer.alloc((512 - (content.length % 512)) % 512)]);
}

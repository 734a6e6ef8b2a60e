import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
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
let authorizations: (string | undefined)[];
let answer: (response: ServerResponse, from: number) => void;

const send = (bytes: Buffer) => (response: ServerResponse, from: number) => {
  response.writeHead(from > 0 ? 206 : 200).end(bytes.subarray(from));
};

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fonts-'));
  requests = [];
  authorizations = [];
  answer = send(archive);
  server = createServer(({ url, headers: { range, authorization } }, response) => {
    requests.push({ url, range });
    authorizations.push(authorization);
    answer(response, Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const LOCK_STALE_MS = 300;

const newStore = (credentials = ''): FontStore => {
  const { port } = server.address() as AddressInfo;
  const places = { fontsDir: folder, fontsRegistry: `http://${credentials}127.0.0.1:${port}/` };
  return new FontStore(places, { japanese: FILE }, LOCK_STALE_MS);
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

  it.each([
    ['long ago', 1],
    ['by a clock that is ahead', Date.now() / 1000 + 86_400],
  ])(
    'is fetched by another one when whoever fetched it was killed, %s',
    async (_when, lockedAt) => {
      mkdirSync(join(folder, 'a.ttf.lock'));
      utimesSync(join(folder, 'a.ttf.lock'), lockedAt, lockedAt);

      expect(FONT.equals(await newStore().read('japanese'))).toBe(true);
    },
  );

  it('is fetched from its beginning where what a proxy sent before is none of it', async () => {
    answer = (response) => void response.end('<p>Sign in to the network.</p>');
    await expect(newStore().read('japanese')).rejects.toThrow('ended early');
    requests = [];
    answer = send(archive);

    expect(FONT.equals(await newStore().read('japanese'))).toBe(true);
    expect(requests.map(({ range }) => range === undefined)).toEqual([false, true]);
  });

  it('comes once for all who ask while a registry is silent for longer than a lock is good for', async () => {
    answer = (response) => {
      answer = send(Buffer.from('asked twice'));
      setTimeout(() => send(archive)(response, 0), 4 * LOCK_STALE_MS);
    };
    const [one, other] = [newStore(), newStore()];

    await Promise.all([one.read('japanese'), other.read('japanese')]);

    expect(requests).toHaveLength(1);
  });

  it('is given up where a registry sends one byte for each request', async () => {
    answer = (response, from) => {
      response.writeHead(from > 0 ? 206 : 200).end(archive.subarray(from, from + 1));
    };

    await expect(newStore().read('japanese')).rejects.toThrow(/ended early/);

    expect(requests).toHaveLength(5);
  });

  it('is fetched with the name and the password of the address', async () => {
    expect(FONT.equals(await newStore('robot:s3%20cret@').read('japanese'))).toBe(true);

    const basic = `Basic ${Buffer.from('robot:s3 cret').toString('base64')}`;
    expect(authorizations).toEqual([basic]);
  });

  it('is fetched with a password that has a percent sign of no escape', async () => {
    await newStore('ada:100%@').read('japanese');

    expect(authorizations).toEqual([`Basic ${Buffer.from('ada:100%').toString('base64')}`]);
  });

  it('is refused without the password of the address in any word', async () => {
    answer = (response) => response.writeHead(401).end();
    const error: unknown = await newStore('robot:s3cret@')
      .read('japanese')
      .catch((failure: unknown) => failure);

    const told = inspect(error, { depth: 9 });
    expect(told).toMatch(/cannot be fetched from http:\/\/127.*answered 401/);
    expect(told).not.toMatch(/robot|s3cret/);
  });

  it('is given where it cannot be kept, and leaves no parts', async () => {
    symlinkSync('/dev/full', join(folder, 'a.ttf.new'));

    expect(FONT.equals(await newStore().read('japanese'))).toBe(true);

    expect(readdirSync(folder)).toEqual([]);
  });

  it('leaves no part of an archive for which there is no room', async () => {
    symlinkSync('/dev/full', join(folder, 'a.ttf.tgz.part'));

    await expect(newStore().read('japanese')).rejects.toThrow(/ENOSPC/);

    expect(readdirSync(folder)).toEqual([]);
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

  it('is not fetched for scripts that it lacks', () => {
    const store = new FontStore({ fontsDir: folder, fontsRegistry: 'http://127.0.0.1:9' });
    const asked = Array.from('مرحبا שלום สวัสดี გამარჯობა Բարեւ வணக்கம் ሰላም ᠮᠣᠩ 😀').filter(
      (character) => store.mayHave(name as keyof typeof FONT_FILES, character),
    );

    expect(asked).toEqual([]);
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

import { silentObserver } from '../../test/silent-observer.js';
import { afterAll, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { CarReader } from '@ipld/car';
import { PDFDocument } from 'pdf-lib';
import { DiskContentStore } from './disk-content-store.js';
import { KuboPinner, PinnedContentStore } from './copies/kubo-pinner.js';
import { PdfPrinter } from '../agreements/pdf-printer.js';

const folder = (): string => mkdtempSync(join(tmpdir(), 'ipt-content-'));
const bytesOf = (length: number): Buffer => {
  const bytes = Buffer.alloc(length);
  for (let index = 0; index < length; index += 1) bytes[index] = (index * 31 + (index >> 8)) & 0xff;
  return bytes;
};

describe('stored content', () => {
  it('of several blocks comes back whole, as a file, a block and a CAR', async () => {
    const store = new DiskContentStore(folder());
    const bytes = bytesOf(3_500_000);

    const cid = await store.add(bytes);

    expect(cid).toBe('bafybeiesqgycgqx77ykutj5b5ac5lqt6n5r5iaz25ai63vylzosx5cxmem');
    expect(await store.add(bytes)).toBe(cid);
    expect(Buffer.from((await store.read(cid)) ?? []).equals(bytes)).toBe(true);
    const reader = await CarReader.fromIterable((await store.car(cid)) ?? Readable.from([]));
    expect((await reader.getRoots()).map(String)).toEqual([cid]);
    let blocks = 0;
    for await (const block of reader.blocks()) {
      const hash = createHash('sha256').update(block.bytes).digest();
      expect(hash.equals(block.cid.multihash.digest)).toBe(true);
      blocks += 1;
    }
    expect(blocks).toBe(5); // four chunks of 1 MiB and their parent
  });

  it('of exactly 1 MiB is one raw block, of one byte more is not', async () => {
    const store = new DiskContentStore(folder());

    expect(await store.add(Buffer.alloc(1024 * 1024))).toMatch(/^bafkrei/);
    expect(await store.add(Buffer.alloc(1024 * 1024 + 1))).toMatch(/^bafybei/);
  });

  it('that is damaged is not given out, and what is not there is not found', async () => {
    const place = folder();
    const store = new DiskContentStore(place);
    const cid = await store.add(Buffer.from('whole'));
    writeFileSync(join(place, cid.slice(-3, -1), cid), 'dirty');

    await expect(store.read(cid)).rejects.toThrow(/damaged/);
    expect(
      await store.read('bafkreifzjut3te2nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e'),
    ).toBeUndefined();
    expect(await store.read('../../etc/passwd')).toBeUndefined();
    expect(readdirSync(place)).toHaveLength(1);
  });
});

describe('content that is pinned to Kubo', () => {
  const kubo = async (answer: (cid: string) => string, status = 200) => {
    const server = createServer((request, response) => {
      request.resume();
      request.on('end', () => {
        response.statusCode = status;
        response.end(answer(request.url ?? ''));
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
  };

  it.each([
    ['the CID that it was sent', 200, true],
    ['another CID', 200, false],
    ['an error', 500, false],
  ])('counts as stored when Kubo answers %s', async (_name, status, isStored) => {
    const local = new DiskContentStore(folder());
    const right = await local.add(Buffer.from('pinned'));
    const wrong = await local.add(Buffer.from('other'));
    const { url, server } = await kubo(
      () =>
        `${JSON.stringify({ Root: { Cid: { '/': isStored || status === 500 ? right : wrong }, PinErrorMsg: '' } })}\n`,
      status,
    );

    const adding = new PinnedContentStore(local, new KuboPinner(url)).add(Buffer.from('pinned'));

    await (isStored ? expect(adding).resolves.toBe(right) : expect(adding).rejects.toThrow(/Kubo/));
    server.close();
  });
});

describe('a node of Kubo that answers without end, or names another place', () => {
  it.each([
    ['without end', 200],
    ['from elsewhere', 307],
  ])('pins nothing, and is not read: %s', async (_name, status) => {
    const asked: string[] = [];
    let sentBytes = 0;
    const server = createServer((request, response) => {
      request.resume();
      asked.push(request.url ?? '');
      response.writeHead(status, status === 307 ? { location: '/elsewhere' } : {});
      const line = Buffer.alloc(64 * 1024, 'x');
      const send = () => {
        // Enough of it to see that nobody reads on, and no more.
        if (status === 307 || sentBytes > 64 * 1024 * 1024) return response.end();
        sentBytes += line.length;
        return response.write(line, (error) => error ?? send());
      };
      send();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const pinner = new KuboPinner(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);

    await expect(pinner.pin('bafy', Readable.from([Buffer.from('car')]))).rejects.toThrow(
      /More than|fetch failed/,
    );

    expect(asked).toHaveLength(1);
    expect(sentBytes).toBeLessThan(32 * 1024 * 1024);
    server.closeAllConnections();
    server.close();
  });
});

/** Fonts are installed where tests run. */
const FONTS = { fontsDir: join(tmpdir(), 'ipt-fonts'), fontsRegistry: 'http://127.0.0.1:9' };

describe('printed agreements', () => {
  const printers: PdfPrinter[] = [];
  const newPrinter = (): PdfPrinter => {
    const printer = new PdfPrinter(silentObserver, FONTS);
    printers.push(printer);
    return printer;
  };

  afterAll(() => Promise.all(printers.map((printer) => printer.close())));

  const document = {
    title: 'Assignment Agreement',
    clauses: [
      { heading: 'Names', text: 'Łukasz 東京 한국어 简体 Ω ж \u{1F600} end\nA second line.' },
    ],
    notice: 'Not legal advice.',
  };

  it('are the same bytes each time, with fonts inside', async () => {
    const [first, second] = [
      await newPrinter().print(document),
      await newPrinter().print(document),
    ];

    expect(Buffer.from(first).equals(Buffer.from(second))).toBe(true);
    // Golden: changes with the fonts or the layout only, and then templates need a new version.
    expect(createHash('sha256').update(first).digest('hex')).toBe(GOLDEN_PDF);
    const text = Buffer.from(first).toString('latin1');
    for (const font of ['NotoSans', 'NotoSansJP', 'NotoSansKR']) expect(text).toContain(font);
  });

  it('leave the thread free that asks for them, also the first with its fonts', async () => {
    const before = process.threadCpuUsage();

    const printer = newPrinter();
    await Promise.all(Array.from({ length: 3 }, () => printer.print(document)));

    // Microseconds of this thread; the fonts alone take half a second, on a busy machine more.
    const { user, system } = process.threadCpuUsage(before);
    expect(user + system).toBeLessThan(200_000);
  });

  it('are printed again after the thread has ended', async () => {
    const printer = newPrinter();
    const lost = printer.print(document);
    await printer.close();
    await expect(lost).rejects.toThrow(/thread/);

    expect((await printer.print(document)).length).toBeGreaterThan(1000);
  });

  it('break into pages', async () => {
    const long = {
      ...document,
      clauses: Array.from({ length: 60 }, () => ({ heading: 'One', text: 'word '.repeat(100) })),
    };
    const pdf = await PDFDocument.load(await newPrinter().print(long));

    expect(pdf.getPageCount()).toBeGreaterThan(3);
  });
});

const GOLDEN_PDF = '35e5c38d257050fa9b8756fc5c7b2cf2c1a47f6b34989e6a1774378eba7ae15b';

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { FileSpools } from './file-spool.js';

const CHUNK = 2205;

describe('FileSpool', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sextant-spool-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const chunk = (index: number): Int16Array => new Int16Array(CHUNK).fill(index % 30_000);

  async function all(spool: ReturnType<FileSpools['create']>): Promise<number[]> {
    const firsts: number[] = [];
    let rest = 0;
    for await (const pcm of spool.read()) {
      for (let at = (CHUNK - rest) % CHUNK; at < pcm.length; at += CHUNK)
        firsts.push(pcm[at] ?? -1);
      rest = (rest + pcm.length) % CHUNK;
    }
    return firsts;
  }

  it.each([1, 100, 1000])('gives %d stretches in order, from memory and file', async (count) => {
    const spool = new FileSpools(folder).create();
    for (let index = 0; index < count; index += 1) spool.write(chunk(index));
    spool.end();

    expect(await all(spool)).toEqual(Array.from({ length: count }, (_, index) => index));
    await spool.close();
  });

  it('has room until a reader is far behind, and again when it has read, or is gone', async () => {
    const spool = new FileSpools(folder).create();
    const fill = (): void => {
      for (let index = 0; index < 1000; index += 1) spool.write(chunk(index));
    };
    let hasRoom = false;
    const look = async (): Promise<void> => {
      hasRoom = false;
      await spool.room();
      hasRoom = true;
    };
    await look();
    expect(hasRoom).toBe(true);

    fill();
    const looking = look();
    await new Promise(setImmediate);
    expect(hasRoom).toBe(false);
    let read = 0;
    for await (const { length } of spool.read()) {
      read += length;
      if (read > 200_000) break;
    }
    await looking;
    expect(hasRoom).toBe(true);

    fill();
    const last = look();
    await new Promise(setImmediate);
    expect(hasRoom).toBe(false);
    await spool.close();
    await last;
  });

  it('gives what is written while it is read', async () => {
    const spool = new FileSpools(folder).create();
    const read = all(spool);
    for (let index = 0; index < 2000; index += 1) {
      spool.write(chunk(index));
      if (index % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    spool.end();

    expect(await read).toHaveLength(2000);
    await spool.close();
  });

  it('leaves no file behind, not even while it is open', async () => {
    const spool = new FileSpools(folder).create();
    for (let index = 0; index < 1000; index += 1) spool.write(chunk(index));
    await new Promise((resolve) => setTimeout(resolve, 50));

    expect(readdirSync(folder)).toEqual([]);
    await spool.close();
  });

  it('opens nothing for what an engine says after it was closed', async () => {
    const spool = new FileSpools(join(folder, 'missing')).create();
    await spool.close();

    for (let index = 0; index < 1000; index += 1) spool.write(chunk(index));
    spool.end();

    expect(await all(spool)).toEqual([]); // it would fail in a folder that is not there
  });

  it('gives what there is before it fails', async () => {
    const spool = new FileSpools(folder).create();
    spool.write(chunk(7));
    spool.end(new Error('the engine died'));

    const reader = spool.read()[Symbol.asyncIterator]();
    expect((await reader.next()).value).toEqual(chunk(7));
    await expect(reader.next()).rejects.toThrow('the engine died');
    await spool.close();
  });

  it('fails when the disk does', async () => {
    const spool = new FileSpools(join(folder, 'missing')).create();
    for (let index = 0; index < 1000; index += 1) spool.write(chunk(index));

    await expect(all(spool)).rejects.toThrow('ENOENT');
    await spool.close();
  });
});

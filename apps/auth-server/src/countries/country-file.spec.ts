import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { silentLogger } from '@sextant/platform-runtime/logging';
import { countryDatabase } from '../../test/country-database.js';
import { CountryFile } from './country-file.js';

describe('CountryFile', () => {
  const warned: string[] = [];
  const logger = { ...silentLogger, warn: (event: string) => void warned.push(event) };
  const clock = { nowMs: () => nowMs, monotonicMs: () => nowMs };
  let folder: string;
  let path: string;
  let nowMs: number;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'countries-'));
    path = join(folder, 'countries.mmdb');
    nowMs = 0;
    warned.length = 0;
  });
  afterEach(() => rm(folder, { recursive: true }));

  const opened = async () => {
    const file = new CountryFile({ geoipFile: path }, logger, clock);
    await file.refresh();
    return file;
  };
  const SPAIN = countryDatabase({ '198.51.100.0/24': 'ES', '192.0.2.0/25': 'FR' });
  const PERU = countryDatabase({ '198.51.100.0/24': 'PE' });
  const put = async (database: Buffer) => {
    await writeFile(`${path}.new`, database);
    await rename(`${path}.new`, path);
  };

  it.each([
    ['198.51.100.7', 'ES'],
    ['::ffff:198.51.100.7', 'ES'],
    ['192.0.2.1', 'FR'],
    ['192.0.2.200', undefined],
    ['2001:db8::1', undefined],
    ['nonsense', undefined],
  ])('says where %s is: %s', async (ip, country) => {
    await put(SPAIN);

    expect((await opened()).of(ip)).toBe(country);
  });

  it('reads a file that was replaced, a minute after it has looked', async () => {
    await put(SPAIN);
    const file = await opened();
    await put(PERU);

    const before = file.of('198.51.100.7');
    nowMs += 60_000;
    file.of('198.51.100.7');
    await file.refresh();

    expect([before, file.of('198.51.100.7')]).toEqual(['ES', 'PE']);
  });

  it.each([
    ['broken', Buffer.from('this is no database')],
    ['cut off', SPAIN.subarray(0, 200)],
  ])('keeps what it knows while the new file is %s, and says so once', async (_how, database) => {
    await put(SPAIN);
    const file = await opened();

    await put(database);
    await file.refresh();
    await file.refresh();

    expect(file.of('198.51.100.7')).toBe('ES');
    expect(warned).toEqual(['geoip.unreadable']);
  });

  it('knows nothing while there is no file, says so once, and takes it up when it comes', async () => {
    const file = await opened();
    await file.refresh();
    const before = file.of('198.51.100.7');

    await put(SPAIN);
    await file.refresh();

    expect([before, file.of('198.51.100.7')]).toEqual([undefined, 'ES']);
    expect(warned).toEqual(['geoip.unreadable']);
  });

  it('says nothing of a country that has no code of two letters', async () => {
    await put(countryDatabase({ '198.51.100.0/24': '<b>' }));

    expect((await opened()).of('198.51.100.7')).toBeUndefined();
  });

  it('reads what a record points at once, however often it does: there is an end to it', async () => {
    await put(entangled(SPAIN));

    expect((await opened()).of('198.51.100.7')).toBeUndefined();
  });
});

/** A record of nine lists, each 28 times the next one: in 522 bytes ten billion values. */
function entangled(database: Buffer): Buffer {
  const levels = Array.from({ length: 9 }, (_none, level) => {
    const next = (level + 1) * 58;
    const pointer = [(1 << 5) | (next >> 8), next & 0xff];
    const values = level === 8 ? Array<number>(28).fill(2 << 5) : Array(28).fill(pointer).flat();
    return Buffer.from([28, 4, ...(values as number[])]);
  });
  const data = database.indexOf('country') - 2;
  const end = database.lastIndexOf(Buffer.from('\xab\xcd\xef', 'latin1'));
  return Buffer.concat([database.subarray(0, data), ...levels, database.subarray(end)]);
}

import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';

import { makePlaceInMemory, placeOfData, removePlaceInMemory } from './memory-place.mjs';

const GIB = 2 ** 30;
const folder = '/home/me/clone/.data/test-postgres';

describe("the data of the tests' PostgreSQL", () => {
  let memory;
  before(() => {
    memory = mkdtempSync(join(tmpdir(), 'sextant-memory-'));
  });
  after(() => rmSync(memory, { recursive: true }));

  const make = (machine) =>
    makePlaceInMemory(folder, { memory, freeBytes: 9 * GIB, roomBytes: 5 * GIB, ...machine });

  it('are on the disk where memory is short', () => {
    make({ roomBytes: 64 * 2 ** 20 });
    assert.equal(placeOfData(folder, memory), folder);

    make({ freeBytes: 7 * GIB });
    assert.equal(placeOfData(folder, memory), folder);
    assert.equal(placeOfData(folder, join(memory, 'none')), folder);
  });

  it('are in memory otherwise, until the server has ended', () => {
    make();
    const place = placeOfData(folder, memory);
    assert.equal(dirname(place), memory);

    removePlaceInMemory(folder, memory);
    assert.equal(existsSync(place), false);
    assert.equal(placeOfData(folder, memory), folder);
  });

  it('are on the disk where somebody has taken the place by a file or a link', () => {
    make();
    const place = placeOfData(folder, memory);
    removePlaceInMemory(folder, memory);
    const elsewhere = join(memory, 'elsewhere');
    mkdirSync(elsewhere);

    for (const take of [() => writeFileSync(place, ''), () => symlinkSync(elsewhere, place)]) {
      take();
      make();
      assert.equal(placeOfData(folder, memory), folder);
      removePlaceInMemory(folder, memory);
      rmSync(place);
    }
    assert.deepEqual(readdirSync(elsewhere), []);
  });

  it('go a day after their clone is gone, if nobody was left to remove them', () => {
    const twoDaysAgo = new Date(Date.now() - 2 * 24 * 60 * 60_000);
    const clone = mkdtempSync(join(memory, 'clone-'));
    const placeOf = (state) => {
      makePlaceInMemory(state, { memory, freeBytes: 9 * GIB, roomBytes: 5 * GIB });
      return placeOfData(state, memory);
    };
    const [gone, young, kept] = ['/gone/a/test', '/gone/b/test', clone].map(placeOf);
    for (const place of [gone, kept]) utimesSync(place, twoDaysAgo, twoDaysAgo);

    make();

    assert.deepEqual([gone, young, kept].map(existsSync), [false, true, true]);
  });
});

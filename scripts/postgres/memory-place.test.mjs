import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
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
});

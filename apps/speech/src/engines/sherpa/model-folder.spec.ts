import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { isRefused, readModelFolder, type ModelFolder } from './model-folder.js';

let path: string;
beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), 'sextant-model-'));
  writeFileSync(join(path, 'model.onnx'), '');
  writeFileSync(join(path, 'tokens.txt'), '');
});
afterEach(() => rmSync(path, { recursive: true }));

async function read(record?: object): Promise<ModelFolder> {
  if (record !== undefined) writeFileSync(join(path, 'model.json'), JSON.stringify(record));
  const found = await readModelFolder({ name: 'vits-joe', path });
  if (isRefused(found)) throw new Error(found.reason);
  return found;
}

describe('the licence of a model', () => {
  it('is what the command recorded, with the voice that it was trained from', async () => {
    const { licence, isFree } = await read({
      licence: 'CC0-1.0',
      base: 'lessac (Blizzard 2013, research only)',
      commercialUse: 'forbidden',
    });

    expect(isFree).toBe(false);
    expect(licence).toEqual({
      name: 'CC0-1.0',
      base: 'lessac (Blizzard 2013, research only)',
      commercialUse: 'forbidden',
    });
  });

  it('says nothing of a business where the record does not', async () => {
    expect((await read({ licence: 'Apache-2.0' })).licence).toEqual({
      name: 'Apache-2.0',
      commercialUse: 'unknown',
    });
  });

  it('is not known of a model that was put in place by hand', async () => {
    expect((await read()).licence).toBeUndefined();
  });
});

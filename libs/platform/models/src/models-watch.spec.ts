import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ModelsWatch, type ModelPlace } from './models-watch.js';

describe('ModelsWatch', () => {
  let folder: string;
  let watch: ModelsWatch;
  let told: (places: readonly ModelPlace[]) => void;
  const change = (): Promise<readonly string[]> =>
    new Promise((resolve) => (told = (places) => resolve(places.map(({ name }) => name))));

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sextant-watch-'));
  });
  afterEach(() => {
    watch.close();
    rmSync(folder, { recursive: true });
  });

  it('tells of models at once, of one that comes, and of one whose file grows while it is copied', async () => {
    const first = change();
    watch = new ModelsWatch(folder, (places) => told(places), 5);
    expect(await first).toEqual([]);

    const second = change();
    mkdirSync(join(folder, 'voice'));
    mkdirSync(join(folder, '.hidden'));
    expect(await second).toEqual(['voice']);

    const third = change();
    writeFileSync(join(folder, 'voice/x.onnx'), 'begun');
    expect(await third).toEqual(['voice']);

    const fourth = change();
    appendFileSync(join(folder, 'voice/x.onnx'), ' and done');
    expect(await fourth).toEqual(['voice']);
  });

  it('keeps what it knows while the folder cannot be read, and looks on', async () => {
    mkdirSync(join(folder, 'voice'));
    const first = change();
    watch = new ModelsWatch(folder, (places) => told(places), 5);
    await first;
    const all: (readonly ModelPlace[])[] = [];
    told = (places) => all.push(places);

    rmSync(folder, { recursive: true });
    writeFileSync(folder, 'no folder');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(all).toEqual([]);

    rmSync(folder);
    mkdirSync(join(folder, 'other'), { recursive: true });
    const again = change();
    expect(await again).toEqual(['other']);
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { builtFile } from './index.js';

describe('builtFile', () => {
  it('is in dist for a module that runs as its source', () => {
    const { href } = builtFile('file:///usr/src/a/src/checks/b.ts', './c.js');

    expect(href).toBe('file:///usr/src/a/dist/checks/c.js');
  });

  it('is beside a module that is built, wherever that is', () => {
    const { href } = builtFile('file:///usr/src/a/bundle/checks/b.js', './c.js');

    expect(href).toBe('file:///usr/src/a/bundle/checks/c.js');
  });
});

describe('builtFile, of an app that is bundled', () => {
  const app = mkdtempSync(join(tmpdir(), 'built-file-'));
  const source = pathToFileURL(join(app, 'src/b.ts')).href;
  const written = (folder: string, atSeconds: number): void => {
    const file = join(app, folder, 'c.js');
    writeFileSync(file, '');
    utimesSync(file, atSeconds, atSeconds);
  };

  beforeAll(() => ['dist', 'bundle'].forEach((folder) => mkdirSync(join(app, folder))));
  afterAll(() => rmSync(app, { recursive: true }));

  it.each([
    ['in the bundle that was made of what is compiled', 1_000_000_001, 'bundle'],
    ['in dist when that was compiled later', 999_999_999, 'dist'],
  ])('is %s', (_where, bundledAt, folder) => {
    written('dist', 1_000_000_000);
    written('bundle', bundledAt);

    expect(builtFile(source, './c.js').href).toBe(pathToFileURL(join(app, folder, 'c.js')).href);
  });
});

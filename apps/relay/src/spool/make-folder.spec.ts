import { describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFolder } from './make-folder.js';

describe('makeFolder', () => {
  it('makes what is missing, for nobody else to read, and leaves what is there', () => {
    const root = mkdtempSync(join(tmpdir(), 'sextant-folder-'));
    const folder = join(root, 'a', 'b');

    makeFolder(folder);
    makeFolder(folder);

    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(root, 'a')).mode & 0o777).toBe(0o700);
    rmSync(root, { recursive: true });
  });

  it('ends where a folder takes no others', () => {
    expect(() => makeFolder('/proc/sextant/spool')).toThrow(/ENOENT.*mkdir '\/proc\/sextant'/);
  });

  it('says so where a file stands in the way', () => {
    const root = mkdtempSync(join(tmpdir(), 'sextant-folder-'));
    writeFileSync(join(root, 'file'), '');

    expect(() => makeFolder(join(root, 'file'))).toThrow(/EEXIST/);
    expect(() => makeFolder(join(root, 'file', 'below'))).toThrow(/EEXIST/);
    rmSync(root, { recursive: true });
  });
});

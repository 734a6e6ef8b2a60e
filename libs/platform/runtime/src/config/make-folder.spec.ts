import { describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError } from './load-config.js';
import { makeFolder, writableFolder } from './make-folder.js';

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

describe('writableFolder', () => {
  it('gives the folder that it has made', () => {
    const root = mkdtempSync(join(tmpdir(), 'sextant-folder-'));
    const folder = join(root, 'a', 'b');

    expect(writableFolder('BLOB_DIR', folder, 0o750)).toBe(folder);
    expect(statSync(folder).mode & 0o777).toBe(0o750);
    rmSync(root, { recursive: true });
  });

  it('names the setting whose folder cannot be made', () => {
    const complaint = expect.stringMatching(/^BLOB_DIR: "\/proc\/sextant" must be .* can write to/);

    expect(() => writableFolder('BLOB_DIR', '/proc/sextant/files')).toThrow(ConfigError);
    expect(() => writableFolder('BLOB_DIR', '/proc/sextant/files')).toThrow(
      expect.objectContaining({ complaints: [complaint] }),
    );
  });
});

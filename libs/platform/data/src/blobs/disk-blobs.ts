import { glob, mkdir, open, readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Blobs } from './blobs.js';

/** Files below one folder. A file appears whole or not at all, and is on the disk when `put` resolves. */
export class DiskBlobs implements Blobs {
  private readonly root: string;

  constructor(root: string) {
    this.root = resolve(root);
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    const path = this.pathOf(key);
    const partial = partialOf(path);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    try {
      const file = await open(partial, 'w', 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(partial, path);
      await syncFolder(dirname(path));
    } catch (error) {
      await rm(partial, { force: true });
      throw error;
    }
  }

  async get(key: string): Promise<Uint8Array | undefined> {
    try {
      return await readFile(this.pathOf(key));
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  async delete(key: string): Promise<void> {
    const path = this.pathOf(key);
    await rm(path, { force: true });
    await rm(partialOf(path), { force: true });
    const folder = dirname(path);
    if (folder !== this.root) await removeIfEmpty(folder);
  }

  /**
   * Deletes parts of files that were begun before a time: their process is gone. Those that are noted as garbage go with
   * their keys; this is for what nobody noted.
   *
   * @returns how many there were
   */
  async removeParts(before: Date): Promise<number> {
    let removed = 0;
    for await (const path of glob('**/*.part', { cwd: this.root })) {
      const file = join(this.root, path);
      // Another replica may have been quicker.
      const { mtime } = await stat(file).catch(() => ({ mtime: before }));
      if (mtime >= before) continue;
      await rm(file, { force: true });
      removed += 1;
    }
    return removed;
  }

  close(): void {
    // Nothing is kept open.
  }

  private pathOf(key: string): string {
    if (!/^[\w-]+(\/[\w-]+)*$/.test(key)) throw new Error('This is no key of a blob.');
    return join(this.root, ...key.split('/'));
  }
}

/** The same each time, so that what a killed process left goes with the key. */
const partialOf = (path: string): string => `${path}.part`;

async function removeIfEmpty(folder: string): Promise<void> {
  try {
    await rmdir(folder);
  } catch (error) {
    if (!isMissing(error) && !isCode(error, 'ENOTEMPTY')) throw error;
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

const isCode = (error: unknown, code: string): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === code;

const isMissing = (error: unknown): boolean => isCode(error, 'ENOENT');

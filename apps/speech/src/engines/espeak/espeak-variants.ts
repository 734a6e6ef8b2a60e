import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Variants } from './espeak-jobs.js';

const PREFIX = 'sextant-espeak-';

/**
 * Makes a folder with an `espeak-ng-data` that has all of the given one, by links, and these voice variants. espeak-ng
 * reads variants from nowhere else.
 *
 * @returns the folder; who asked removes it
 */
export function folderWith(variants: Variants, dataFolder: string): string {
  const home = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  try {
    fill(join(home, 'espeak-ng-data'), variants, dataFolder);
  } catch (error) {
    rmSync(home, { recursive: true, force: true });
    throw error;
  }
  return home;
}

function fill(data: string, variants: Variants, dataFolder: string): void {
  linkAll(dataFolder, data, 'voices');
  linkAll(join(dataFolder, 'voices'), join(data, 'voices'), '!v');
  linkAll(join(dataFolder, 'voices', '!v'), join(data, 'voices', '!v'));
  for (const [name, file] of Object.entries(variants)) {
    writeFileSync(join(data, 'voices', '!v', name), file, {
      mode: 0o600,
      flag: 'wx', // what is there is a link to the system's own
    });
  }
}

function linkAll(from: string, to: string, except?: string): void {
  mkdirSync(to);
  for (const name of readdirSync(from)) {
    if (name !== except) symlinkSync(join(from, name), join(to, name));
  }
}

/**
 * Removes the folders of processes that were killed, as far as they are this user's. A process calls it before it makes
 * one: those of its own number are of an earlier life of the container.
 */
export function sweepFolders(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : NaN;
    if (Number.isNaN(pid) || (pid !== process.pid && isRunning(pid))) continue;
    try {
      rmSync(join(tmpdir(), name), { recursive: true, force: true });
    } catch {
      // Somebody else's: it is not in the way.
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

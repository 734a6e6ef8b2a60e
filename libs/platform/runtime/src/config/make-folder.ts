import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { forSetting } from './for-setting.js';

const OWN_ONLY = 0o700;

/**
 * Makes the folder that a setting names, so that a start with one that cannot be written to ends at once.
 *
 * @throws {ConfigError} that names the setting
 */
export const writableFolder = (env: string, folder: string, mode = OWN_ONLY): string =>
  forSetting(env, () => {
    makeFolder(folder, mode);
    accessSync(folder, constants.W_OK | constants.X_OK);
    return folder;
  });

/**
 * Makes a folder that only the service may read, if nothing else is said, and those above it, one by one: Node's `recursive` never ends where a folder
 * takes no others, as `/proc` does, for it goes on making the one above.
 *
 * @throws {Error} of the system, for a folder that cannot be made
 */
export function makeFolder(folder: string, mode = OWN_ONLY): void {
  if (isFolder(folder)) return;
  makeFolder(dirname(folder), mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    if (!isFolder(folder)) throw error; // another process was sooner
  }
}

const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

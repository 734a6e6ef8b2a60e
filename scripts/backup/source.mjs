import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';

import { processesWith } from '../lib/processes.mjs';
import { StartError } from '../lib/project.mjs';
import { refuseWhenRunning, runningChildren } from '../lib/run-file.mjs';
import { hasCluster, hasEntry, KEPT, manifestFolders, refuseHalfRestored } from '../stack/home.mjs';

/** @typedef {{ folder: string, names: string[] }} Part entries of a folder */

/**
 * What a backup of a data folder holds.
 *
 * @param {{ dataDir: string, isDataExplicit: boolean }} place
 * @returns {Part[]}
 * @throws {StartError} while something runs with it, or when there is nothing
 */
export function partsOf({ dataDir, isDataExplicit }) {
  refuseHalfRestored(dataDir);
  const folders = manifestFolders({ dataDir, isDataExplicit });
  refuseRunning(dataDir, folders);
  const parts = folders.map((folder) => {
    const names = [...KEPT.data, ...KEPT.home].filter(hasEntry(folder));
    return { folder, names };
  });
  refuseTwice(parts);
  refuseBadLinks(parts);
  if (!folders.some(hasCluster)) {
    throw new StartError(
      `There are no databases of npm start in ${folders.join(', ')}. Whoever starts with --data gives it here, too.`,
    );
  }
  return parts.filter(({ names }) => names.length > 0);
}

function refuseRunning(dataDir, folders) {
  refuseWhenRunning(dataDir);
  const [child] = [...runningChildren(dataDir), ...unrecorded(dataDir, folders)];
  if (child === undefined) return;
  throw new StartError(`${child.name} (process ${child.pid}) still runs with ${dataDir}: stop it.`);
}

/** Of a start that was killed before it could record them: PostgreSQL by its folder, services by their logs. */
function unrecorded(dataDir, folders) {
  const logs = join(dataDir, 'logs');
  const files = existsSync(logs) ? readdirSync(logs).map((name) => join(logs, name)) : [];
  return processesWith([...folders.map((folder) => join(folder, 'postgres')), ...files]).map(
    ({ pid, command }) => ({ pid, name: basename(command.split(' ')[0]) }),
  );
}

/** Unpacked over each other they would be neither. */
function refuseTwice(parts) {
  for (const [index, { folder, names }] of parts.entries()) {
    const other = parts
      .slice(index + 1)
      .find((part) => part.names.some((name) => names.includes(name)));
    if (other === undefined) continue;
    const twice = names.filter((name) => other.names.includes(name)).join(', ');
    throw new StartError(
      `${twice}: both in ${folder} and in ${other.folder}. Move away what npm start does not use.`,
    );
  }
}

/** tar follows links, one that leads to a folder above it without an end. */
function refuseBadLinks(parts) {
  for (const { folder, names } of parts.filter((part) => part.names.length > 0)) {
    const words = ['-L', ...names, '-type', 'l', '-print', '-quit'];
    const found = spawnSync('find', words, { cwd: folder, encoding: 'utf8' });
    if (found.status !== 0) {
      throw new StartError(`${folder}: ${found.error?.message ?? found.stderr.trim()}`);
    }
    if (found.stdout === '') continue;
    throw new StartError(
      `${join(folder, found.stdout.trim())} is a link to nothing. Mount the disk that it leads to, or remove it.`,
    );
  }
}

/**
 * A backup within what is backed up would hold a part of itself, and the next one all of it.
 *
 * @param {string} file
 * @param {readonly Part[]} parts
 * @throws {StartError}
 */
export function refuseWithin(file, parts) {
  if (!existsSync(dirname(file))) return;
  const place = realpathSync(dirname(file)) + sep;
  for (const { folder, names } of parts) {
    const around = names.find((name) => place.startsWith(realpathSync(join(folder, name)) + sep));
    if (around === undefined) continue;
    throw new StartError(
      `${file} lies in ${join(folder, around)}, which is backed up. Name a file elsewhere.`,
    );
  }
}

import fs, { existsSync } from 'node:fs';
import { dirname } from 'node:path';

import { StartError } from './project.mjs';

const MIB = 1024 * 1024;

/**
 * @typedef {object} Need
 * @property {string} folder
 * @property {number} mib
 * @property {string} by the command that needs it
 * @property {string} purpose such as "for databases"
 * @property {string} [cure] beside freeing some
 */

/**
 * @param {Need} need
 * @param {(folder: string) => number} [freeMib]
 * @throws {StartError} when the disk of the folder has less
 */
export function requireSpace({ folder, mib, by, purpose, cure = '' }, freeMib = freeMibOf) {
  const free = freeMib(folder);
  if (free >= mib) return;
  throw new StartError(
    `The disk of ${folder} has ${free} MiB free, and ${by} needs ${mib} MiB ${purpose}. Free some${cure}.`,
  );
}

/** Of the folder, or of where it would be made. */
function freeMibOf(folder) {
  if (!existsSync(folder)) return freeMibOf(dirname(folder));
  // Node has it since 18.15.
  if (fs.statfsSync === undefined) return Infinity;
  const { bavail, bsize } = fs.statfsSync(folder);
  return Math.floor((bavail * bsize) / MIB);
}

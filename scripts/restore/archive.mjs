import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';

import { StartError } from '../lib/project.mjs';
import { KEPT } from '../stack/home.mjs';

/** What may be in a backup, at its top. */
export const NAMES = [...KEPT.data, ...KEPT.home];

/**
 * Mode, owner, size, date, time, name, as GNU tar lists them; a line break in a name is `\\n` there. A time that no calendar
 * has is one word, after which the first word of a name would be taken for the hour.
 */
const LISTED = /^(.)(\S{9})\S* +\d+\/\d+ +(\d+) +\d+-\d\d-\d\d \d\d:\d\d (.*)$/;

/**
 * Reads all of it once: what is cut off or changed fails its checksum. Nothing grows with the number of its entries.
 *
 * @param {string} file
 * @param {string} folder in which there must be room for it
 * @param {import('node:fs').StatsFs} [disk] of the folder
 * @throws {StartError} when it is not a backup, is incomplete or is too large
 */
export async function checkArchive(file, folder, disk = diskOf(folder)) {
  const needed = { bytes: 0, files: 0 };
  let hasDatabases = false;
  for await (const entry of entriesOf(file)) {
    if (isForeign(entry)) throw foreign(file, `it holds ${entry.name}`);
    hasDatabases ||= entry.name === 'postgres/PG_VERSION';
    // Many small files take far more than what is in them.
    needed.bytes += Math.ceil(entry.bytes / disk.bsize) * disk.bsize;
    needed.files += 1;
  }
  if (!hasDatabases) throw foreign(file, 'no databases are in it');
  requireSpace(needed, disk, folder);
}

const foreign = (file, why) => new StartError(`${file} is no backup of npm start: ${why}.`);

async function* entriesOf(file) {
  const options = ['--list', '--verbose', '--numeric-owner', '--quoting-style=escape', '--gzip'];
  const child = spawn('tar', [...options, '--file', file], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, LC_ALL: 'C' }, // names in ASCII: other line separators are escaped as well
  });
  const closed = once(child, 'close');
  closed.catch(() => undefined); // awaited below, after the list: until then a failure must not end the process
  let said = '';
  child.stderr.on('data', (chunk) => (said = `${said}${chunk}`.slice(-10_000)));
  try {
    for await (const line of createInterface({ input: child.stdout })) yield listed(line);
    const [code] = await closed.catch(({ message }) => {
      throw new StartError(`tar: ${message}`);
    });
    if (code !== 0) {
      const why = said.trim().replaceAll('\n', '; ');
      throw new StartError(`${file} is no backup of npm start, or not whole: tar: ${why}`);
    }
  } finally {
    child.kill();
    child.stdout.destroy(); // what it has started itself, such as gzip, ends by that
    child.stderr.destroy();
  }
}

function listed(line) {
  const [, kind, mode, size, name = line] = LISTED.exec(line) ?? [];
  return { kind, mode, bytes: Number(size), name };
}

/** A backup has files, folders and second names of files; none runs with its owner's rights. */
function isForeign({ kind, mode, name }) {
  const path = name.split('/');
  return (
    !NAMES.includes(path[0]) ||
    path.includes('..') ||
    !['-', 'd', 'h'].includes(kind) ||
    (kind !== 'd' && /s/i.test(mode))
  );
}

/** Of the folder, or of where it would be made. */
function diskOf(folder) {
  return existsSync(folder) ? statfsSync(folder) : diskOf(dirname(folder));
}

function requireSpace({ bytes, files }, disk, folder) {
  const inMegabytes = (count) => `${Math.ceil(count / 1e6)} MB`;
  const free = disk.bavail * disk.bsize;
  if (free < bytes) {
    throw new StartError(
      `It needs ${inMegabytes(bytes)}, and ${folder} has ${inMegabytes(free)} free.`,
    );
  }
  // File systems that do not count files have 0 of 0.
  if (disk.files === 0 || disk.ffree >= files) return;
  throw new StartError(
    `It holds ${files} files, and the disk of ${folder} takes ${disk.ffree} more.`,
  );
}

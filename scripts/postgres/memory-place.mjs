import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { freemem, userInfo } from 'node:os';
import { basename, join } from 'node:path';

/** A file system in memory, on every Linux; containers have 64 MiB there. */
const MEMORY = '/dev/shm';
/** Databases of tests that run side by side take some hundred MiB. */
const ROOM_BYTES = 4 * 2 ** 30;
const FREE_BYTES = 8 * 2 ** 30;

/**
 * Where the data of a server for tests are: in memory where `makePlaceInMemory` has made them a place. Databases are made
 * and dropped there by the hundred, of 300 files each, which costs a file system on a disk twice as much.
 *
 * @param {string} folder on the disk, where its data are otherwise
 * @param {string} [memory]
 */
export function placeOfData(folder, memory = MEMORY) {
  const place = placeIn(memory, folder);
  return isOurs(place) ? place : folder;
}

/** Where there is much memory, and before the server is started. @param {string} folder @param {object} [machine] */
export function makePlaceInMemory(
  folder,
  { memory = MEMORY, freeBytes = freemem(), roomBytes = roomIn(memory) } = {},
) {
  if (roomBytes < ROOM_BYTES || freeBytes < FREE_BYTES) return;
  // One that is there is from a run that was killed, or a stranger's, and then is not used.
  mkdirSync(placeIn(memory, folder), { recursive: true, mode: 0o755 });
}

/** When the server has ended. @param {string} folder @param {string} [memory] */
export function removePlaceInMemory(folder, memory = MEMORY) {
  const place = placeIn(memory, folder);
  if (isOurs(place)) rmSync(place, { recursive: true, force: true });
}

function placeIn(memory, folder) {
  const hash = createHash('sha256').update(folder).digest('hex').slice(0, 12);
  return join(memory, `sextant-${basename(folder)}-${hash}`);
}

/** Everybody may write there: what another user has put in the place is not ours. */
function isOurs(place) {
  const stat = statSync(place, { throwIfNoEntry: false });
  return stat !== undefined && stat.isDirectory() && stat.uid === userInfo().uid;
}

function roomIn(memory) {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize;
  } catch {
    return 0; // there is none here
  }
}

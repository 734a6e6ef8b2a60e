import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { freemem, userInfo } from 'node:os';
import { basename, join } from 'node:path';

/** A file system in memory, on every Linux; containers have 64 MiB there. */
const MEMORY = '/dev/shm';
/** Databases of tests that run side by side take some hundred MiB. */
const ROOM_BYTES = 4 * 2 ** 30;
const FREE_BYTES = 8 * 2 ** 30;
/** In a place: the folder that it stands for. */
const OWNER = 'stands-for';
const OLD_MS = 24 * 60 * 60_000;

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
  removeAbandoned(memory);
  const place = placeIn(memory, folder);
  // One that is there is from a run that was killed, or a stranger's, and then is not used.
  if (lstatSync(place, { throwIfNoEntry: false }) === undefined) mkdirSync(place, { mode: 0o755 });
  if (isOurs(place)) writeFileSync(join(place, OWNER), folder);
}

/** Of clones that are gone, whose server had nobody left to end it. */
function removeAbandoned(memory) {
  for (const name of readdirSync(memory)) {
    const place = join(memory, name);
    if (!name.startsWith('sextant-') || !isOurs(place)) continue;
    const folder = ownerOf(place);
    // Another container may see this memory and have its clone elsewhere.
    const isOld = Date.now() - lstatSync(place).mtimeMs > OLD_MS;
    if (folder !== undefined && isOld && !existsSync(folder)) {
      rmSync(place, { recursive: true, force: true });
    }
  }
}

/** @returns {string | undefined} the folder on the disk that a place stands for */
function ownerOf(place) {
  try {
    return readFileSync(join(place, OWNER), 'utf8');
  } catch {
    return undefined; // of something else
  }
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

/** Everybody may write there: what another user has put in the place is not ours, nor is what a link leads to. */
function isOurs(place) {
  const stat = lstatSync(place, { throwIfNoEntry: false });
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

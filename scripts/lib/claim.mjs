import { createHash } from 'node:crypto';
import {
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { isRunning, runningCommand } from './processes.mjs';
import { sleep } from './progress.mjs';
import { StartError } from './project.mjs';

/**
 * @typedef {{ pid: number, command: string, since: string }} Owner `since`: ISO 8601; no two claims are the same
 * @typedef {{ supervisor: Owner }} Claim what stands in the file, with whatever else its owner notes there
 */

/** What this process has claimed, and since when: an earlier process may have had its id. @type {Map<string, string>} */
const own = new Map();

/** @returns {Owner} this process */
const thisOwner = () => ({
  pid: process.pid,
  command: runningCommand(process.pid) ?? '',
  since: new Date().toISOString(),
});

/**
 * Claims a file for this process, whole or not at all. The claim of a process that has died is taken over.
 *
 * @template {object} T
 * @param {string} file in a folder that is there
 * @param {(earlier?: Claim & T) => T} [others] what is to stand there too, after what a dead process has left
 * @returns {{ owner: Owner } | { owner?: undefined, supervisor: Owner, earlier?: Claim & T }} `owner`: the living process that has
 *   it, so that this one does not; else who this one is there, and what a dead one has left
 */
export function claim(file, others = () => /** @type {T} */ ({})) {
  const draft = `${file}.${process.pid}`;
  const supervisor = thisOwner();
  try {
    const taken = take(file, draft, (earlier) => ({ supervisor, ...others(earlier) }));
    if (taken.owner !== undefined) return taken;
    own.set(file, supervisor.since);
    return { ...taken, supervisor };
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Gives a file back. Of another process it stays. @param {string} file */
export function release(file) {
  const since = own.get(file);
  if (since === undefined) return;
  own.delete(file);
  const { pid, since: found } = parse(read(file))?.supervisor ?? {};
  if (pid === process.pid && found === since) rmSync(file, { force: true });
}

/** @param {string} file @returns {Owner | undefined} the living process that has claimed it */
export function ownerOf(file) {
  return livingOwner(file, parse(read(file)));
}

/**
 * Of all who find a dead claim one may replace it: who makes the file that is named by its content. It looks again then,
 * since another may have been through with it.
 */
function take(file, draft, record) {
  for (;;) {
    write(draft, record());
    if (link(draft, file)) return {};
    const text = read(file);
    if (text === undefined) {
      refuseLink(file);
      continue; // given back in between
    }
    const earlier = parse(text);
    const owner = livingOwner(file, earlier);
    if (owner !== undefined) return { owner };

    const turn = `${file}.${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
    const { owner: other } = take(turn, draft, record);
    if (other !== undefined) return { owner: other };
    try {
      if (read(file) !== text) continue;
      write(draft, record(earlier));
      renameSync(draft, file);
      return { earlier };
    } finally {
      rmSync(turn, { force: true });
    }
  }
}

/** One that leads nowhere is neither there nor can it be made. */
function refuseLink(file) {
  if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return;
  throw new StartError(`${file} is a symbolic link to nothing. Remove it.`);
}

/** Anew: the old one may have a second name, under which others read it. */
function write(draft, record) {
  rmSync(draft, { force: true });
  writeFileSync(draft, JSON.stringify(record, null, 2));
}

function link(draft, file) {
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw NO_HARD_LINKS.has(error.code) ? withoutHardLinks(file) : error;
  }
}

/** What Linux answers where a file system has none, such as FAT and some network folders. */
export const NO_HARD_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

const withoutHardLinks = (file) =>
  new StartError(
    `${file} cannot be made: its file system has no hard links, by which of two starts one goes first. Put its folder on another.`,
  );

function livingOwner(file, record) {
  const owner = record?.supervisor;
  if (typeof owner?.pid !== 'number' || typeof owner.command !== 'string') return undefined;
  const lives = owner.pid === process.pid ? own.has(file) : isRunning(owner);
  return lives ? owner : undefined;
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw new StartError(`${file} cannot be read: ${error.message}`);
  }
}

/** What lost its power by halves is nobody's. */
function parse(text = '') {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Runs `work` while no other script (nor another call of this one) works on the same folder.
 *
 * @template T
 * @param {string} folder
 * @param {() => Promise<T>} work
 * @param {(owner: Owner) => void} [onWait] hears once who works on it
 * @returns {Promise<T>}
 */
export async function withLock(folder, work, onWait = () => undefined) {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'lock');
  const attempt = () => claim(file).owner;
  let owner = attempt();
  if (owner !== undefined) onWait(owner);
  for (; owner !== undefined; owner = attempt()) await sleep(100);

  try {
    return await work();
  } finally {
    release(file);
  }
}

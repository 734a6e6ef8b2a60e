import { createHash } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { writeAtomically } from './patiently.mjs';
import { isRunning, runningCommand } from './processes.mjs';
import { sleep } from './progress.mjs';

/**
 * @typedef {{ pid: number, command: string, since: string }} Owner `since`: ISO 8601; no two claims are the same
 * @typedef {{ supervisor: Owner }} Claim what stands in the file, with whatever else its owner notes there
 */

/** Files that this process has claimed: an earlier process may have had its id. */
const own = new Set();

/** @returns {Owner} this process */
export const thisOwner = () => ({
  pid: process.pid,
  command: runningCommand(process.pid) ?? '',
  since: new Date().toISOString(),
});

/**
 * Claims a file for this process, whole or not at all. The claim of a process that has died is taken over.
 *
 * @template {Claim} T
 * @param {string} file in a folder that is there
 * @param {(earlier?: T) => T} record what is to stand there, after what a dead process has left
 * @returns {{ owner?: Owner, earlier?: T }} `owner`: the living process that has it, so that this one does not;
 *   `earlier`: what a dead one has left in it
 */
export function claim(file, record) {
  const draft = `${file}.${process.pid}`;
  try {
    const taken = take(file, draft, record);
    if (taken.owner === undefined) own.add(file);
    return taken;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Gives a file back. Of another process it stays. @param {string} file */
export function release(file) {
  if (own.delete(file)) rmSync(file, { force: true });
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
    if (text === undefined) continue; // given back in between
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
    throw error;
  }
}

function livingOwner(file, record) {
  const owner = record?.supervisor;
  if (owner === undefined) return undefined;
  const lives = owner.pid === process.pid ? own.has(file) : isRunning(owner);
  return lives ? owner : undefined;
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
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
 * @param {(lock: { earlier?: Claim, note: (what: object) => void }) => Promise<T> | T} work `note` writes beside the claim what
 *   whoever takes it over has to know; `earlier` is what a dead process noted
 * @param {(owner: Owner) => void} [onWait] hears once who works on it
 * @returns {Promise<T>}
 */
export async function withLock(folder, work, onWait = () => undefined) {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'lock');
  const record = { supervisor: thisOwner() };
  const attempt = () => claim(file, () => record);
  let taken = attempt();
  if (taken.owner !== undefined) onWait(taken.owner);
  for (; taken.owner !== undefined; taken = attempt()) await sleep(100);

  try {
    return await work({
      earlier: taken.earlier,
      note: (what) => writeAtomically(file, JSON.stringify({ ...record, ...what })),
    });
  } finally {
    release(file);
  }
}

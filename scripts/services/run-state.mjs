import {
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  rmdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { isRunning, runningCommand } from '../lib/processes.mjs';
import { sleep } from '../lib/progress.mjs';

/**
 * What was started: `run.json`, one entry a service.
 * @typedef {{ how: 'package', pid: number, command: string, port: number, address: string }
 *   | { how: 'docker', container: string, port: number, address: string }} Entry
 */

/** @returns {Record<string, Entry>} */
export function readRunState(folder) {
  try {
    return JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return {};
    throw error;
  }
}

/**
 * Writes or, without an entry, removes one service's entry. Readers never see half a file.
 * @param {Entry} [entry]
 */
export function writeEntry(folder, name, entry) {
  const entries = readRunState(folder);
  if (entry === undefined) delete entries[name];
  else entries[name] = entry;

  const draft = join(folder, 'run.json.draft');
  writeFileSync(draft, `${JSON.stringify(entries, undefined, 2)}\n`, { mode: 0o600 });
  renameSync(draft, join(folder, 'run.json'));
}

/**
 * Runs `work` while no other script (nor another call of this one) works on the same folder.
 * The lock of a script that died is taken over.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(folder, work) {
  mkdirSync(folder, { recursive: true });
  const lock = join(folder, 'lock');
  while (!take(lock)) {
    breakIfAbandoned(lock);
    await sleep(100);
  }

  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function take(lock) {
  try {
    const owner = { pid: process.pid, command: runningCommand(process.pid) };
    writeFileSync(lock, JSON.stringify(owner), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Only one may look and remove at a time, else the second would remove the first one's new lock. */
function breakIfAbandoned(lock) {
  const guard = `${lock}.guard`;
  try {
    mkdirSync(guard);
  } catch {
    if (ageMs(guard) > 10_000) rmSync(guard, { recursive: true, force: true });
    return;
  }

  if (isAbandoned(lock)) rmSync(lock, { force: true });
  rmdirSync(guard);
}

function isAbandoned(lock) {
  try {
    return !isRunning(JSON.parse(readFileSync(lock, 'utf8')));
  } catch (error) {
    if (error.code === 'ENOENT') return false;
    return ageMs(lock) > 10_000; // Its owner died before it had written its name.
  }
}

function ageMs(path) {
  try {
    return Date.now() - statSync(path).mtimeMs;
  } catch {
    return 0;
  }
}

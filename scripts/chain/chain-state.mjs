import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

const EVERY_MS = 15_000;

/**
 * anvil writes its state over the earlier one: a kill or a full disk in that moment leaves half a file,
 * with which it never starts again. The last whole one is kept beside it.
 *
 * @param {string} folder
 * @returns {string} the file
 */
export const chainStateFile = (folder) => join(folder, 'state.json');
const goodFile = (folder) => join(folder, 'state.good.json');

/** Puts the last whole state in the place of half a one. @param {string} folder */
export function restoreChainState(folder) {
  const file = chainStateFile(folder);
  if (!existsSync(file) || isWhole(file)) return;

  renameSync(file, join(folder, 'state.broken.json'));
  if (existsSync(goodFile(folder))) copyFileSync(goodFile(folder), file);
}

/**
 * @param {string} folder
 * @param {AbortSignal} signal ends it
 */
export function keepGoodChainStates(folder, signal) {
  let keptMs;
  const timer = setInterval(() => {
    const writtenMs = mtimeMs(chainStateFile(folder));
    if (writtenMs === keptMs) return;
    if (keepGoodChainState(folder)) keptMs = writtenMs;
  }, EVERY_MS);
  signal.addEventListener('abort', () => clearInterval(timer), { once: true });
}

/** @param {string} folder @returns {boolean} whether there was a whole one to keep */
export function keepGoodChainState(folder) {
  const draft = `${goodFile(folder)}.new`;
  try {
    copyFileSync(chainStateFile(folder), draft);
    if (!isWhole(draft)) return false;
    renameSync(draft, goodFile(folder));
    return true;
  } catch {
    return false; // not written yet, or the disk is full: the one before stays
  } finally {
    rmSync(draft, { force: true });
  }
}

function isWhole(file) {
  try {
    JSON.parse(readFileSync(file, 'utf8'));
    return true;
  } catch {
    return false;
  }
}

function mtimeMs(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs;
}

import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { runningCommand } from '../lib/processes.mjs';

/**
 * Where a folder is made, to be renamed when it is whole. Drafts of processes that were killed, of hundreds of megabytes
 * each, are removed first.
 *
 * @param {string} folder
 * @returns {Promise<string>} a folder beside it, which is not made yet
 */
export async function draftOf(folder) {
  const parent = dirname(folder);
  const names = await readdir(parent).catch(() => []); // the first one there
  for (const name of names) {
    const [, pid] = /\.draft-(\d+)$/.exec(name) ?? [];
    if (pid === undefined || runningCommand(Number(pid)) !== undefined) continue;
    await rm(join(parent, name), { recursive: true, force: true });
  }
  return join(parent, `${basename(folder)}.draft-${process.pid}`);
}

import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { say } from '../lib/progress.mjs';

/**
 * Lends tests a folder for what they need for a while, as TMPDIR. Whatever they leave there goes, what a run left that was
 * killed too.
 *
 * @template T
 * @param {string} owner of which there is one run at a time
 * @param {(folder: string) => Promise<T>} use
 * @returns {Promise<T>}
 */
export async function withTemporaryFolder(owner, use) {
  // Sockets are made in it, whose paths must be short.
  const name = createHash('sha256').update(owner).digest('hex').slice(0, 12);
  const folder = makeAnew(join(tmpdir(), `sextant-tests-${name}`));
  chmodSync(folder, 0o1777); // databases run as others
  try {
    return await use(folder);
  } finally {
    removeAtLast(folder);
  }
}

/** Another one where somebody else has something of that name, or a killed run has left a disk mounted in it. */
function makeAnew(folder) {
  try {
    remove(folder);
    mkdirSync(folder);
    return folder;
  } catch {
    return mkdtempSync(`${folder}-`);
  }
}

/** What the tests have found stands, whatever they have left running or mounted. */
function removeAtLast(folder) {
  try {
    remove(folder);
  } catch ({ message }) {
    say(`${folder} stays, remove it by hand: ${message}`);
  }
}

const remove = (folder) => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });

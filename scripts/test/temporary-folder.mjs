import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

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
    remove(folder);
  }
}

function makeAnew(folder) {
  try {
    remove(folder);
    mkdirSync(folder);
    return folder;
  } catch (error) {
    if (!TAKEN.has(error.code)) throw error;
    return mkdtempSync(`${folder}-`);
  }
}

/** What is answered where another user has something of that name. */
const TAKEN = new Set(['EACCES', 'EPERM', 'EEXIST', 'ENOTEMPTY']);

const remove = (folder) => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });

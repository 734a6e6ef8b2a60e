import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { MEMORY, memoryFolder } from '../postgres/memory-place.mjs';

/**
 * Lends tests a folder for what they need for a while, as TMPDIR: in memory where there is much of it, unless the environment
 * says where. Whatever they leave there goes, what a run left that was killed too.
 *
 * @template T
 * @param {string} owner of which there is one run at a time
 * @param {(folder: string) => Promise<T>} use
 * @param {string} [parent]
 * @returns {Promise<T>}
 */
export async function withTemporaryFolder(owner, use, parent = memoryHere() ?? tmpdir()) {
  // Sockets are made in it, whose paths must be short.
  const name = `sextant-tests-${createHash('sha256').update(owner).digest('hex').slice(0, 12)}`;
  const folder = join(parent, name);
  const remove = () => {
    for (const each of new Set([parent, tmpdir(), MEMORY])) {
      rmSync(join(each, name), { recursive: true, force: true, maxRetries: 3 });
    }
  };
  remove();
  mkdirSync(folder);
  chmodSync(folder, 0o1777); // databases run as others
  try {
    return await use(folder);
  } finally {
    remove();
  }
}

function memoryHere() {
  const memory = process.env.TMPDIR ? undefined : memoryFolder();
  return memory !== undefined && canRunIn(memory) ? memory : undefined;
}

/** Tests run programs that they make, and some memory takes none. */
function canRunIn(folder) {
  const program = join(folder, `sextant-${process.pid}`);
  try {
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o755, flag: 'wx' });
    return spawnSync(program).status === 0;
  } catch {
    return false;
  } finally {
    rmSync(program, { force: true });
  }
}

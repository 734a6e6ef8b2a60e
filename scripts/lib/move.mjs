import { spawnSync } from 'node:child_process';
import { existsSync, renameSync, rmSync } from 'node:fs';

import { StartError } from './project.mjs';

/**
 * Moves a file or a folder, to another file system too. What was killed in between is finished by calling it again: a copy
 * has another name, `.new`, until it is whole.
 *
 * @param {string} from
 * @param {string} to
 * @throws {StartError} when it cannot be copied
 */
export function move(from, to) {
  try {
    renameSync(from, to);
  } catch (error) {
    if (error.code !== 'EXDEV') throw error;
    if (!existsSync(to)) copy(from, to);
    rmSync(from, { recursive: true });
  }
}

function copy(from, to) {
  const draft = `${to}.new`;
  rmSync(draft, { recursive: true, force: true }); // `cp` would copy into it
  const { status, stderr } = spawnSync('cp', ['-a', from, draft], { encoding: 'utf8' });
  if (status !== 0) throw new StartError(`cp: ${stderr.trim()}`);
  spawnSync('sync', ['--file-system', draft]);
  renameSync(draft, to);
}

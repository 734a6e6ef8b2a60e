import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { UNUSED_EVERYWHERE, UNUSED_FILES } from './unused-files.mjs';

const rules = new Map(UNUSED_FILES.map(({ name, unused }) => [name, unused]));

/**
 * Removes files that nothing here reads from what npm has installed. Links are not followed.
 *
 * @param {string} modules a node_modules
 * @returns {number} how many files went
 */
export function prune(modules) {
  let count = 0;
  for (const file of unusedFiles(modules)) {
    rmSync(file);
    count += 1;
  }
  return count;
}

/** @param {string} modules a node_modules @returns {Generator<string>} */
export function* unusedFiles(modules) {
  for (const { folder, name } of packagesIn(modules)) {
    const rule = rules.get(name);
    const isUnused = (path) => UNUSED_EVERYWHERE.test(path) || rule?.test(path) === true;
    yield* filesOf(folder, '', isUnused);
    yield* unusedFiles(join(folder, 'node_modules'));
  }
}

function* packagesIn(modules, scope = '') {
  for (const entry of entriesOf(modules)) {
    if (!entry.isDirectory() || entry.name.startsWith('.')) continue;
    const folder = join(modules, entry.name);
    if (entry.name.startsWith('@')) yield* packagesIn(folder, `${entry.name}/`);
    else yield { folder, name: scope + entry.name };
  }
}

/** Packages below a package are its own node_modules; nowhere else does npm put one. */
function* filesOf(folder, path, isUnused) {
  for (const entry of entriesOf(folder)) {
    if (entry.isDirectory()) {
      if (path === '' && entry.name === 'node_modules') continue;
      yield* filesOf(join(folder, entry.name), `${path}${entry.name}/`, isUnused);
    } else if (entry.isFile() && isUnused(path + entry.name)) {
      yield join(folder, entry.name);
    }
  }
}

function entriesOf(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}

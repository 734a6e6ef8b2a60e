import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { UNUSED_EVERYWHERE, UNUSED_FILES } from './unused-files.mjs';

const rules = new Map(UNUSED_FILES.map(({ name, unused }) => [name, unused]));

/**
 * Removes files that nothing here reads from what npm has installed, and notes how many of which package. Links are not
 * followed.
 *
 * @param {string} modules a node_modules
 */
export function prune(modules) {
  const counts = prunedFrom(modules);
  for (const { name, file } of unusedFiles(modules)) {
    // Another start may be at it.
    rmSync(file, { force: true });
    counts[name] = (counts[name] ?? 0) + 1;
  }
  writeFileSync(join(modules, NOTE), JSON.stringify(counts));
}

const NOTE = '.sextant-pruned.json';

/** @param {string} modules a node_modules @returns {Record<string, number>} how many files of each package went */
export function prunedFrom(modules) {
  const note = join(modules, NOTE);
  return existsSync(note) ? JSON.parse(readFileSync(note, 'utf8')) : {};
}

/** @param {string} modules a node_modules @returns {Generator<{ name: string, file: string }>} */
export function* unusedFiles(modules) {
  for (const { folder, name } of packagesIn(modules)) {
    const rule = rules.get(name);
    for (const path of filesOf(folder)) {
      const file = join(folder, path);
      // What one rule names is not counted for the rule of all.
      if (rule?.test(path) === true) yield { name, file };
      else if (UNUSED_EVERYWHERE.test(path)) yield { name: '*', file };
    }
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

/** Paths with slashes. Packages below a package are its own node_modules; nowhere else does npm put one. */
function* filesOf(folder, path = '') {
  for (const entry of entriesOf(join(folder, path))) {
    if (entry.isDirectory()) {
      if (path === '' && entry.name === 'node_modules') continue;
      yield* filesOf(folder, `${path}${entry.name}/`);
    } else if (entry.isFile()) {
      yield path + entry.name;
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

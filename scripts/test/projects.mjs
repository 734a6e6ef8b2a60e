import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { projectDir } from '../lib/project.mjs';

/**
 * @typedef {object} Project
 * @property {string} name of Nx
 * @property {string} folder absolute
 * @property {boolean} hasTests
 * @property {boolean} hasLongTests
 */

/** @returns {Project[]} the workspaces of package.json that have a `test` target */
export function listProjects() {
  return readJson(join(projectDir, 'package.json'))
    .workspaces.flatMap(expand)
    .map((folder) => ({ folder, nx: readJson(join(folder, 'package.json')).nx }))
    .filter(({ nx }) => nx?.targets?.test !== undefined)
    .map(({ folder, nx }) => ({ name: nx.name, folder, ...testsIn(folder) }));
}

/** @returns {Project} the tests over the started stack, which need the build of all others */
export function e2e() {
  const folder = join(projectDir, 'e2e');
  return { name: 'e2e', folder, hasTests: true, hasLongTests: readdirSync(folder).some(isLong) };
}

function expand(pattern) {
  if (!pattern.endsWith('/*')) return [join(projectDir, pattern)];

  const parent = join(projectDir, pattern.slice(0, -2));
  return readdirSync(parent)
    .map((name) => join(parent, name))
    .filter((folder) => existsSync(join(folder, 'package.json')));
}

/** @param {string} folder of a project @returns {{ hasTests: boolean, hasLongTests: boolean }} */
export function testsIn(folder) {
  // The Node of the machine runs this too: Node 18 has no globSync.
  const files = ['src', 'test']
    .map((name) => join(folder, name))
    .filter(existsSync)
    .flatMap((source) => readdirSync(source, { recursive: true }))
    .filter((file) => /\.(spec|e2e)\.ts$/.test(file));
  return {
    hasTests: files.some((file) => !isLong(file)),
    hasLongTests: files.some(isLong),
  };
}

/** Whether only `npm run test:long` runs it. @param {string} file */
export const isLong = (file) => /\.long\.(spec|e2e)\.ts$|\.long\.test\.mjs$/.test(file);

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

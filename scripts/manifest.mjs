import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { StartError } from './project.mjs';

export const MANIFEST = 'manifest.json';

/**
 * Notes which entries of a folder `npm start` makes, before it makes them: `npm start -- --reset`
 * removes these and nothing else. What was there before the folder was ours is not noted.
 *
 * @param {string} folder
 * @param {readonly string[]} names of files and folders directly below it
 * @param {readonly string[]} [marks] names by which a folder of a start before there were manifests is known
 */
export function noteInManifest(folder, names, marks = []) {
  makeFolder(folder);
  const noted = readManifest(folder) ?? [];
  const isOurs = marks.some((name) => existsSync(join(folder, name)));
  const added = names.filter(
    (name) => !noted.includes(name) && (isOurs || !existsSync(join(folder, name))),
  );
  if (added.length === 0) return;

  const file = join(folder, MANIFEST);
  const why = 'What npm start keeps in this folder; npm start -- --reset removes it.';
  const content = JSON.stringify({ why, names: [...noted, ...added] }, null, 2);
  writeFileSync(`${file}.${process.pid}`, `${content}\n`, { mode: 0o644 });
  renameSync(`${file}.${process.pid}`, file);
}

function makeFolder(folder) {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch ({ message }) {
    throw new StartError(
      `Data cannot be kept in ${folder} (${message}). Choose another folder with --data, or make it yours.`,
    );
  }
}

/**
 * @param {string} folder
 * @returns {string[] | undefined} names directly below the folder; undefined without a manifest
 */
export function readManifest(folder) {
  try {
    const { names } = JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8'));
    return names.filter((name) => /^[\w.-]+$/.test(name) && !/^\.*$/.test(name));
  } catch {
    return undefined; // none, or not ours
  }
}

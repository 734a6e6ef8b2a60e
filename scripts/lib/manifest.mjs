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
 * removes these and nothing else. What was there before the folder was ours is noted as such, so that
 * no later start takes it for its own.
 *
 * @param {string} folder
 * @param {readonly string[]} names of files and folders directly below it
 * @param {readonly string[]} [marks] names by which a folder of a start before there were manifests is known
 */
export function noteInManifest(folder, names, marks = []) {
  makeFolder(folder);
  const isThere = (name) => existsSync(join(folder, name));
  const noted = readManifest(folder) ?? [];
  const others = readNames(folder, 'others')?.filter(isThere) ?? [];
  const isOurs = marks.some(isThere);
  const fresh = names.filter((name) => !noted.includes(name) && !others.includes(name));
  if (fresh.length === 0) return;

  const isOther = (name) => !isOurs && isThere(name);
  const file = join(folder, MANIFEST);
  const content = JSON.stringify(
    {
      why: 'What npm start keeps in this folder; npm start -- --reset removes it, and not the others.',
      names: [...noted, ...fresh.filter((name) => !isOther(name))],
      others: [...others, ...fresh.filter(isOther)],
    },
    null,
    2,
  );
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
export const readManifest = (folder) => readNames(folder, 'names');

/** @param {'names' | 'others'} which */
function readNames(folder, which) {
  try {
    const { [which]: names } = JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8'));
    return names.filter((name) => /^[\w.-]+$/.test(name) && !/^\.*$/.test(name));
  } catch {
    return undefined; // none, or not ours
  }
}

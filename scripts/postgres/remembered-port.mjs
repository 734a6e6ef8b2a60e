import { readFileSync, writeFileSync } from 'node:fs';

import { findFreePorts } from '../services/network.mjs';

/**
 * Chooses the port of a server that is started again and again: where it runs or ran before, else
 * the wished one, else a free one.
 *
 * @param {object} options
 * @param {string} options.file remembers it
 * @param {number} options.wish
 * @param {(port: number) => Promise<boolean>} options.isOurs whether the server runs at that port
 * @returns {Promise<number>}
 */
export async function chooseRememberedPort({ file, wish, isOurs }) {
  const preferred = readRememberedPort(file) ?? wish;
  const port = (await isOurs(preferred)) ? preferred : await findFreePort(file, preferred);
  // One that runs is remembered too: it may have been started before the file was removed.
  writeFileSync(file, String(port));
  return port;
}

const findFreePort = (folder, preferred) =>
  findFreePorts({ count: 1, folder, preferred, taken: new Set() });

/** @param {string} file @returns {number | undefined} */
export function readRememberedPort(file) {
  try {
    return Number(readFileSync(file, 'utf8')) || undefined;
  } catch {
    return undefined; // chosen for the first time
  }
}

import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What was started: `run.json`, one entry a service.
 * @typedef {{ how: 'package', pid: number, command: string, port: number, address: string }
 *   | { how: 'docker', container: string, port: number, address: string }} Entry
 */

/** @returns {Record<string, Entry>} */
export function readRunState(folder) {
  try {
    return JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return {};
    throw error;
  }
}

/**
 * Writes or, without an entry, removes one service's entry. Readers never see half a file.
 * @param {Entry} [entry]
 */
export function writeEntry(folder, name, entry) {
  const entries = readRunState(folder);
  if (entry === undefined) delete entries[name];
  else entries[name] = entry;

  const draft = join(folder, 'run.json.draft');
  writeFileSync(draft, `${JSON.stringify(entries, undefined, 2)}\n`, { mode: 0o600 });
  renameSync(draft, join(folder, 'run.json'));
}

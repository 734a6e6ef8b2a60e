import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

import { readCommandLine, readDataFolder } from '../lib/command-line.mjs';
import { StartError } from '../lib/project.mjs';

export const HELP = `Usage: npm run restore -- FILE [--data DIR]

Brings back what npm run backup has written, for the next npm start. There must be
no data yet: remove them with npm start -- --reset, or give another --data. One
that was interrupted is begun anew, or finished, by the same command.

  --data DIR   into that data folder (default .data)
  --help       print this text`;

/**
 * @param {string[]} args
 * @returns {{ isHelp: true } | { isHelp: false, file: string, dataDir: string, isDataExplicit: boolean }}
 * @throws {StartError} on what it does not know, and without a file that is there
 */
export function readFlags(args) {
  const { values, positionals } = readCommandLine('npm run restore', {
    args,
    allowPositionals: true,
    options: { data: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) return { isHelp: true };
  if (positionals.length !== 1) {
    throw new StartError('Give one file. See npm run restore -- --help.');
  }
  const from = process.env.INIT_CWD ?? process.cwd();
  const file = resolve(from, positionals[0]);
  if (!existsSync(file)) throw new StartError(`${file} is not there.`);
  return { isHelp: false, file, ...readDataFolder(values.data, from) };
}

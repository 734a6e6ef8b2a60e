import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { projectDir, StartError } from './project.mjs';

/**
 * Reads the words after a command.
 *
 * @template {import('node:util').ParseArgsConfig} T
 * @param {string} command as the user calls it, such as `npm start`
 * @param {T} config
 * @returns {ReturnType<typeof parseArgs<T>>}
 * @throws {StartError} one line on an unknown flag, which leads to the help
 */
export function readCommandLine(command, config) {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new StartError(`${error.message.split('. ')[0]}. See ${command} -- --help.`);
  }
}

/**
 * @param {string | undefined} text what `--data` says
 * @param {string} from the folder where npm was called
 * @returns {{ dataDir: string, isDataExplicit: boolean }} absolute; whether the user gave it
 * @throws {StartError} for an empty word, such as a variable that is not set, and for a file
 */
export function readDataFolder(text, from) {
  if (text === '') throw new StartError('--data: no folder given.');
  const isDataExplicit = text !== undefined;
  const dataDir = isDataExplicit ? resolve(from, text) : join(projectDir, '.data');
  if (statSync(dataDir, { throwIfNoEntry: false })?.isDirectory() === false) {
    throw new StartError(`--data: ${dataDir} is a file. Give a folder.`);
  }
  return { dataDir, isDataExplicit };
}

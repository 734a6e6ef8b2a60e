import { parseArgs } from 'node:util';

import { StartError } from './project.mjs';

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

import { readCommandLine } from '../lib/command-line.mjs';
import { say } from '../lib/progress.mjs';
import { StartError } from '../lib/project.mjs';

/**
 * The flags of a demonstration, whose steps are its top level: `--help` and an unknown flag end it here.
 *
 * @param {string} command as the user calls it
 * @param {string} help
 * @param {import('node:util').ParseArgsConfig['options']} options beside `--help`
 * @returns {Record<string, any>}
 */
export function demoFlags(command, help, options = {}) {
  try {
    const { values } = readCommandLine(command, {
      options: { ...options, help: { type: 'boolean', short: 'h' } },
    });
    if (!values.help) return values;
    say(help);
    process.exit(0);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    say(`Error: ${error.message}`);
    process.exit(1);
  }
}

import { ConfigError } from '@sextant/platform-runtime/config';
import { tried } from '../deployment/tried-config.js';
import type { Command, Terminal } from './command.js';
import { readConfig } from '../options/config.js';

const USAGE = `Usage: relay check [options]

Reads the configuration as the service would, compiles every template and says what is wrong: the
first problem of the options, or all complaints about routes and sinks. Sends nothing, opens nothing.
The options are those of the service; see relay --help.

Exit code: 0 valid, 1 not.`;

/** `relay check [options]`. */
export const check: Command = { usage: USAGE, run: checkConfiguration };

function checkConfiguration(words: readonly string[], { env, out, err }: Terminal): number {
  try {
    const config = readConfig(words, env);
    const { sinks, warnings, complaints } = tried(config, env);
    for (const warning of warnings) err(`Warning: ${warning}.`);
    for (const complaint of complaints) err(complaint);
    if (complaints.length > 0) return 1;
    out(`Valid. Sinks: ${sinks.join(', ')}. Routes: ${config.routes?.length ?? 0}.`);
    return 0;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    err(error.message);
    return 1;
  }
}

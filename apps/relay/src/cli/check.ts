import { ConfigError } from '@sextant/platform-config';
import { silentLogger } from '@sextant/platform-logging';
import { complaintsOf } from '../composition/complaints.js';
import { readConfig } from '../composition/read-config.js';
import { buildSinks } from '../composition/sinks.js';
import { buildSources } from '../composition/sources.js';
import { TemplateProblem, Templates } from '../composition/templates.js';
import type { RelayConfig } from '../config.js';
import type { Command, Terminal } from './run-command.js';

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
    const templates = new Templates(config, env);
    const sinks = [...sinksOf(config, templates).keys()];
    buildSources(config, templates);
    for (const warning of new Set(templates.warnings)) err(`Warning: ${warning}.`);
    const complaints = complaintsOf(config, new Set(sinks));
    for (const complaint of complaints) err(complaint);
    if (complaints.length > 0) return 1;
    out(`Valid. Sinks: ${sinks.join(', ')}. Routes: ${config.routes?.length ?? 0}.`);
    return 0;
  } catch (error) {
    if (!(error instanceof ConfigError) && !(error instanceof TemplateProblem)) throw error;
    err(error.message);
    return 1;
  }
}

const sinksOf = (config: RelayConfig, templates: Templates) =>
  buildSinks({
    config,
    templates,
    logger: silentLogger,
    replies: { find: () => Promise.resolve(undefined) },
    picture: undefined,
  });

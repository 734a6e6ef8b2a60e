import { ConfigError } from '@sextant/platform-runtime/config';
import { silentLogger } from '@sextant/platform-runtime/logging';
import type { RelayConfig } from '../options/config.js';
import { complaintsOf } from './complaints.js';
import { buildSinks } from '../sinks/sinks.js';
import { buildSources } from './sources.js';
import { Templates, type MayRead } from '../templates/templates.js';

export interface Tried {
  readonly sinks: readonly string[];
  readonly warnings: readonly string[];
  readonly complaints: readonly string[];
}

/** Before anything is opened, or made of its paths. @throws {ConfigError} for what cannot be used */
export function requireUsable(
  config: RelayConfig,
  env: Readonly<Record<string, string | undefined>>,
): void {
  const { complaints } = tried(config, env);
  if (complaints.length > 0) throw new ConfigError(complaints);
}

/**
 * What the service would make of a configuration. Sends nothing, opens nothing.
 *
 * @throws {ConfigError}
 */
export function tried(
  config: RelayConfig,
  env: Readonly<Record<string, string | undefined>>,
  mayRead?: MayRead,
): Tried {
  const templates = new Templates(config, env, mayRead);
  const sinks = buildSinks({
    ...{ config, templates, logger: silentLogger, picture: undefined },
    replies: { find: () => Promise.resolve(undefined) },
  });
  buildSources(config, templates);
  const names = [...sinks.keys()];
  const complaints = complaintsOf(config, new Set(names));
  return { sinks: names, warnings: [...new Set(templates.warnings)], complaints };
}

import { loadConfig, type ConfigOf } from '@sextant/platform-config';
import { settings, type RelayConfig } from '../config.js';
import { withFile } from '../options/config-file.js';

/**
 * The configuration as flags, environment and file give it now.
 *
 * @throws {ConfigError}
 */
export function readConfig(
  argv: readonly string[] = process.argv.slice(2),
  env: Readonly<Record<string, string | undefined>> = process.env,
): RelayConfig {
  const config: ConfigOf<typeof settings> = loadConfig(settings, withFile(settings, { argv, env }));
  return config;
}

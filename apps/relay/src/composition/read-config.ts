import { loadConfig, type ConfigOf } from '@sextant/platform-runtime/config';
import { settings, type RelayConfig } from '../options/config.js';
import { withFile } from '../options/config-file.js';

/**
 * The configuration as flags, environment and file give it now.
 *
 * @param given text in the place of the file's
 * @throws {ConfigError}
 */
export function readConfig(
  argv: readonly string[] = process.argv.slice(2),
  env: Readonly<Record<string, string | undefined>> = process.env,
  given?: string,
): RelayConfig {
  const source = withFile(settings, { argv, env }, given);
  const config: ConfigOf<typeof settings> = loadConfig(settings, source);
  return config;
}

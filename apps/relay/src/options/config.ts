import {
  loadConfig,
  optional,
  url,
  type ConfigOf,
  type Setting,
} from '@sextant/platform-runtime/config';
import { httpSettings } from '@sextant/platform-http';
import { jwtSettings } from '@sextant/platform-security/jwt';
import { actionOptions } from './action-options.js';
import { channelOptions } from './channel-options.js';
import { withFile } from './config-file.js';
import { dashboardOptions, deliveryOptions } from './delivery-options.js';
import { escalationOptions } from './escalation-options.js';
import { accessOptions, httpOptions, logOptions } from './http-options.js';
import { kubernetesOptions } from './kubernetes-options.js';
import { nomadOptions } from './nomad-options.js';
import { queueOptions } from './queue-options.js';
import { sourceOptions } from './source-options.js';
import { syslogOptions } from './syslog-options.js';
import { ignoredOptions, upstreamOptions } from './upstream-options.js';
import { chatbotOptions, formOptions, teamchatOptions } from './sink-options.js';

const base = httpSettings({ port: 3006 });

type LogLevel = NonNullable<ReturnType<typeof base.logLevel.parse>>;

/** Upstream's words for levels that are spelt otherwise here. */
const LEVELS: Readonly<Record<string, LogLevel>> = { panic: 'fatal', warning: 'warn' };

const logLevel: Setting<LogLevel> = {
  ...base.logLevel,
  prefix: 'EVENTS_',
  aliases: ['EVENTS_STDOUT_LEVEL'],
  parse: (text) => base.logLevel.parse(LEVELS[text] ?? text),
};

/** Without an issuer nobody's access token counts: not even one of a server beside it. */
const authIssuer = optional(
  url(['http', 'https'], {
    env: jwtSettings.authIssuer.env,
    description: 'Issuer of access tokens with the scope relay:admin; none count if absent.',
    example: jwtSettings.authIssuer.example,
  }),
);

/** The settings of relay. */
export const settings = {
  ...base,
  logLevel,
  ...httpOptions,
  ...sourceOptions,
  ...syslogOptions,
  ...kubernetesOptions,
  ...nomadOptions,
  ...accessOptions,
  ...jwtSettings,
  authIssuer,
  ...logOptions,
  ...deliveryOptions,
  ...queueOptions,
  ...chatbotOptions,
  ...teamchatOptions,
  ...formOptions,
  ...channelOptions,
  ...actionOptions,
  ...escalationOptions,
  ...dashboardOptions,
  ...upstreamOptions,
  ...ignoredOptions,
};

export type RelayConfig = ConfigOf<typeof settings>;

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

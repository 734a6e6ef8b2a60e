import { optional, url, type ConfigOf, type Setting } from '@sextant/platform-config';
import { httpSettings } from '@sextant/platform-http';
import { jwtSettings } from '@sextant/platform-jwt';
import { actionOptions } from './options/action-options.js';
import { channelOptions } from './options/channel-options.js';
import { dashboardOptions, deliveryOptions } from './options/delivery-options.js';
import { escalationOptions } from './options/escalation-options.js';
import { accessOptions, httpOptions, logOptions } from './options/http-options.js';
import { kubernetesOptions } from './options/kubernetes-options.js';
import { nomadOptions } from './options/nomad-options.js';
import { queueOptions } from './options/queue-options.js';
import { sourceOptions } from './options/source-options.js';
import { syslogOptions } from './options/syslog-options.js';
import { ignoredOptions, upstreamOptions } from './options/upstream-options.js';
import { chatbotOptions, formOptions, teamchatOptions } from './options/sink-options.js';

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

import {
  custom,
  integer,
  list,
  optional,
  settingsOf,
  type Kind,
} from '@sextant/platform-runtime/config';

const seconds: Kind<readonly number[]> = {
  expected: 'whole numbers of seconds, separated by commas',
  parse: (value) => (/^\d{1,8}(,\d{1,8})*$/.test(value) ? value.split(',').map(Number) : undefined),
};

/** How webhooks are sent. */
export class WebhookSettings extends settingsOf({
  webhookRetrySeconds: custom(seconds, {
    env: 'WEBHOOK_RETRY_SECONDS',
    description: 'Waits before each further attempt of a webhook; after the last it is given up.',
    example: '5,300,1800',
    default: [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400],
  }),
  webhookAllowHosts: optional(
    list({
      env: 'WEBHOOK_ALLOW_HOSTS',
      description:
        'Hosts in private networks that webhooks may call, by http too: host or host:port.',
      example: 'hooks.intranet:8080',
    }),
  ),
  webhookRetentionDays: integer({
    env: 'WEBHOOK_RETENTION_DAYS',
    description: 'Days that deliveries of webhooks stay in their log.',
    example: '30',
    default: 30,
    min: 1,
    max: 3650,
  }),
}) {}

import { custom, integer, list, settingsOf } from '@sextant/platform-runtime/config';
import { seconds } from './retry-seconds.js';

/** How webhooks are sent. */
export class WebhookSettings extends settingsOf({
  webhookRetrySeconds: custom(
    seconds,
    'WEBHOOK_RETRY_SECONDS',
    'Waits before each further attempt of a webhook; after the last it is given up.',
    {
      example: '5,300,1800',
      default: [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400],
    },
  ),
  webhookAllowHosts: list(
    'WEBHOOK_ALLOW_HOSTS',
    'Hosts in private networks that webhooks may call, by http too: host or host:port.',
    { example: 'hooks.intranet:8080' },
  ),
  webhookRetentionDays: integer(
    'WEBHOOK_RETENTION_DAYS',
    'Days that deliveries of webhooks stay in their log.',
    { default: 30, min: 1, max: 3650 },
  ),
}) {}

import { list, optional, settingsOf } from '@sextant/platform-runtime/config';

export class WebhookSettings extends settingsOf({
  webhookAllowHosts: optional(
    list({
      env: 'WEBHOOK_ALLOW_HOSTS',
      description:
        'Hosts in private networks that webhooks may call, by http too: host or host:port.',
      example: 'hooks.intranet:8080',
    }),
  ),
}) {}

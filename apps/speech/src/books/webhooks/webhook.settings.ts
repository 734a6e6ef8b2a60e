import { list, settingsOf } from '@sextant/platform-runtime/config';

export class WebhookSettings extends settingsOf({
  webhookAllowHosts: list(
    'WEBHOOK_ALLOW_HOSTS',
    'Hosts in private networks that webhooks may call, by http too: host or host:port.',
    { example: 'hooks.intranet:8080' },
  ),
}) {}

import { Injectable } from '@nestjs/common';
import { WebhookCaller } from '@sextant/platform-events/webhooks';
import { WebhookSettings } from './webhook.settings.js';

/** Calls what the operator's settings allow. */
@Injectable()
export class BookWebhookCaller extends WebhookCaller {
  constructor({ webhookAllowHosts: allowedHosts = [] }: WebhookSettings) {
    super({ allowedHosts });
  }
}

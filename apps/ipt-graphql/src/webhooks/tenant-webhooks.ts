import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { WebhookCaller } from '@sextant/platform-events/webhooks';
import { SigningSecretSettings } from '../http/signing-secret.settings.js';
import { WebhookSecrets } from './webhook-secrets.js';
import { WebhookSettings } from './webhook.settings.js';

/** Derived, so that messages, cursors and upload URLs are signed with different keys of one secret. */
@Injectable()
export class TenantWebhookSecrets extends WebhookSecrets {
  constructor({ uploadSigningKey }: SigningSecretSettings) {
    super(createHmac('sha256', uploadSigningKey).update('webhooks').digest());
  }
}

/** Calls no private addresses beyond those that the operator allows. */
@Injectable()
export class TenantWebhookCaller extends WebhookCaller {
  constructor({ webhookAllowHosts = [] }: WebhookSettings) {
    super({ allowedHosts: webhookAllowHosts });
  }
}

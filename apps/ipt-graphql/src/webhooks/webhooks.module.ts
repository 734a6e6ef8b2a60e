import { Module } from '@nestjs/common';
import { WebhookCaller } from '@sextant/platform-events/webhooks';
import { PostgresWebhooks } from './postgres-webhooks.js';
import { TenantWebhookCaller, TenantWebhookSecrets } from './tenant-webhooks.js';
import { WebhookService } from './webhook-service.js';
import { WebhookSecrets } from './webhook-secrets.js';
import { WebhookWorker } from './webhook-worker.js';
import { WebhookStore } from './webhooks.js';
import { WebhookDeliveryResolver, WebhooksResolver } from './webhooks.resolver.js';

@Module({
  providers: [
    WebhookService,
    WebhookWorker,
    WebhooksResolver,
    WebhookDeliveryResolver,
    { provide: WebhookStore, useClass: PostgresWebhooks },
    { provide: WebhookCaller, useClass: TenantWebhookCaller },
    { provide: WebhookSecrets, useClass: TenantWebhookSecrets },
  ],
})
export class WebhooksModule {}

import { createHmac } from 'node:crypto';
import {
  Inject,
  Injectable,
  Module,
  type DynamicModule,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { randomIds, secureRandom, systemClock } from '@sextant/platform-clock';
import { Outbox } from '@sextant/platform-events';
import type { Logger } from '@sextant/platform-logging';
import { WebhookCaller } from '@sextant/platform-webhooks';
import { DataSource } from 'typeorm';
import { PostgresWebhooks } from './webhooks/postgres-webhooks.js';
import type { IptConfig } from './config.js';
import { OBSERVER, type Observer } from './observability/observer.js';
import { WebhookDesk } from './webhooks/webhook-desk.js';
import { WebhookSecrets } from './webhooks/webhook-secrets.js';
import { WebhookWorker } from './webhooks/webhook-worker.js';
import { WEBHOOK_STORE, type WebhookStore } from './webhooks/webhooks.js';

/** Sends messages as long as the service runs. */
@Injectable()
class Sending implements OnApplicationBootstrap, OnApplicationShutdown {
  #unsubscribe: () => void = () => undefined;

  constructor(
    @Inject(WebhookWorker) private readonly worker: WebhookWorker,
    @Inject(WebhookCaller) private readonly caller: WebhookCaller,
    @Inject(Outbox) private readonly outbox: Outbox,
  ) {}

  onApplicationBootstrap(): void {
    this.worker.start();
    this.#unsubscribe = this.outbox.onWake(() => this.worker.wake());
  }

  async onApplicationShutdown(): Promise<void> {
    this.#unsubscribe();
    await this.worker.stop();
    this.caller.close();
  }
}

/** The tenants' webhooks, and what calls them. */
@Module({})
export class WebhooksModule {
  static register(config: IptConfig, logger: Logger): DynamicModule {
    const { webhookRetrySeconds: retrySeconds, webhookRetentionDays: retentionDays } = config;
    // Derived, so that messages, cursors and upload URLs are signed with different keys of one secret.
    const key = createHmac('sha256', config.uploadSigningKey).update('webhooks').digest();
    const secrets = new WebhookSecrets(key);
    const standing = { secrets, clock: systemClock };
    return {
      module: WebhooksModule,
      global: true,
      providers: [
        {
          provide: WEBHOOK_STORE,
          inject: [DataSource],
          useFactory: (source: DataSource) => new PostgresWebhooks(source),
        },
        {
          provide: WebhookCaller,
          useFactory: () => new WebhookCaller({ allowedHosts: config.webhookAllowHosts ?? [] }),
        },
        {
          provide: WebhookDesk,
          inject: [WEBHOOK_STORE, WebhookCaller],
          useFactory: (store: WebhookStore, { mayCall }: WebhookCaller) =>
            new WebhookDesk({ store, mayCall, ids: randomIds, ...standing }),
        },
        {
          provide: WebhookWorker,
          inject: [WEBHOOK_STORE, WebhookCaller, OBSERVER],
          useFactory: (store: WebhookStore, sender: WebhookCaller, observer: Observer) =>
            new WebhookWorker(
              { store, sender, observer, logger, random: secureRandom, ...standing },
              { retrySeconds, retentionDays },
            ),
        },
        Sending,
      ],
      exports: [WebhookDesk],
    };
  }
}

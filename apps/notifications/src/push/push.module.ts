import { Module } from '@nestjs/common';
import { SettingsModule } from '../settings/settings.module.js';
import { PushComposer } from './push-composer.js';
import { PushQueue } from './push-queue.js';
import { PushSender } from './push.js';
import { PushTurns } from './push-turns.js';
import { Subscriptions } from './subscriptions.js';
import { KeyPairs, VapidKeys } from './vapid-keys.js';
import { WebPushKeyPairs } from './web-push-key-pairs.js';
import { ConfiguredWebPush, WebPushOptions } from './web-push-options.js';
import { WebPushSender } from './web-push-sender.js';

@Module({
  imports: [SettingsModule],
  providers: [
    { provide: KeyPairs, useClass: WebPushKeyPairs },
    VapidKeys,
    { provide: WebPushOptions, useClass: ConfiguredWebPush },
    { provide: PushSender, useClass: WebPushSender },
    PushComposer,
    PushTurns,
    PushQueue,
    Subscriptions,
  ],
  exports: [VapidKeys, PushQueue, Subscriptions],
})
export class PushModule {}

import { Module } from '@nestjs/common';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { BroadcastDelivery } from './broadcast-delivery.js';
import { Broadcasts } from './broadcasts.js';

@Module({
  imports: [NotificationsModule],
  providers: [Broadcasts, BroadcastDelivery],
  exports: [Broadcasts, BroadcastDelivery],
})
export class BroadcastsModule {}

import { Module } from '@nestjs/common';
import { NotificationsModule } from '../notifications.module.js';
import { AutoNotifier } from './auto-notifier.js';

@Module({
  imports: [NotificationsModule],
  providers: [AutoNotifier],
  exports: [AutoNotifier],
})
export class AutomaticModule {}

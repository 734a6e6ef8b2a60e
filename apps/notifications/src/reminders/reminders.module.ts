import { Module } from '@nestjs/common';
import { AutomaticModule } from '../notifications/automatic/automatic.module.js';
import { ReminderService } from './reminder-service.js';

@Module({
  imports: [AutomaticModule],
  providers: [ReminderService],
  exports: [ReminderService],
})
export class RemindersModule {}

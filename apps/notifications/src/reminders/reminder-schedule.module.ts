import { Global, Module } from '@nestjs/common';
import { ReminderSchedule } from '../settings/own-settings.js';
import { ReminderService } from './reminder-service.js';
import { RemindersModule } from './reminders.module.js';

/** Global, as settings, which stand below, move reminders. */
@Global()
@Module({
  imports: [RemindersModule],
  providers: [{ provide: ReminderSchedule, useExisting: ReminderService }],
  exports: [ReminderSchedule],
})
export class ReminderScheduleModule {}

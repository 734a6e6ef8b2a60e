import { Module, type DynamicModule } from '@nestjs/common';
import { HealthModule } from '@sextant/platform-runtime/health';
import { RateLimiters, RateLimitModule } from '@sextant/platform-security/rate-limit';
import { ChannelsModule } from './channels/channels.module.js';
import { DatabaseModule } from './database/database.module.js';
import { DatabaseProbe } from './database/database.probe.js';
import { ObservabilityModule } from './observability/observability.module.js';
import { OperationsModule } from './operations/operations.module.js';
import { PartsProbe } from './operations/parts.probe.js';
import { RealtimeModule } from './realtime/realtime.module.js';
import { ReminderScheduleModule } from './reminders/reminder-schedule.module.js';
import { RetentionModule } from './retention/retention.module.js';
import { RoutesModule } from './routes.module.js';
import { SnoozesModule } from './snoozes/snoozes.module.js';

/** The service: its features, on one of the storages. */
@Module({
  imports: [
    RoutesModule,
    ObservabilityModule,
    RateLimitModule.forRoot(),
    HealthModule.register({
      imports: [DatabaseModule, OperationsModule],
      probes: [DatabaseProbe, RateLimiters, PartsProbe],
    }),
    RealtimeModule,
    ChannelsModule,
    ReminderScheduleModule,
    SnoozesModule,
    RetentionModule,
  ],
})
export class AppModule {
  static on(storage: Promise<DynamicModule>): DynamicModule {
    return { module: AppModule, imports: [storage] };
  }
}

import { Module } from '@nestjs/common';
import { AccessModule } from './access/access.module.js';
import { BroadcastsController } from './broadcasts/broadcasts.controller.js';
import { BroadcastsModule } from './broadcasts/broadcasts.module.js';
import { CalendarController } from './calendar/calendar.controller.js';
import { CalendarModule } from './calendar/calendar.module.js';
import { ClassroomEventsModule } from './classroom-events/classroom-events.module.js';
import { InternalController } from './classroom-events/internal.controller.js';
import { MailController } from './mail/mail.controller.js';
import { MailModule } from './mail/mail.module.js';
import { MarksController } from './notifications/marks.controller.js';
import { NotificationController } from './notifications/notification.controller.js';
import { NotificationsController } from './notifications/notifications.controller.js';
import { NotificationsModule } from './notifications/notifications.module.js';
import { DeadLettersController } from './operations/dead-letters.controller.js';
import { OperationsController } from './operations/operations.controller.js';
import { OperationsModule } from './operations/operations.module.js';
import { AccountsController } from './people/accounts.controller.js';
import { PeopleModule } from './people/people.module.js';
import { RegistrationsController } from './people/registrations.controller.js';
import { PushController } from './push/push.controller.js';
import { PushModule } from './push/push.module.js';
import { PreferencesController } from './settings/preferences.controller.js';
import { SettingsController } from './settings/settings.controller.js';
import { SettingsModule } from './settings/settings.module.js';

/**
 * The routes, in the order in which Express asks them: fixed paths come before `:_id`, which would take them for ids.
 * Modules of features would be asked in the order of their imports.
 */
@Module({
  imports: [
    AccessModule,
    BroadcastsModule,
    CalendarModule,
    ClassroomEventsModule,
    MailModule,
    NotificationsModule,
    OperationsModule,
    PeopleModule,
    PushModule,
    SettingsModule,
  ],
  controllers: [
    BroadcastsController,
    OperationsController,
    CalendarController,
    PushController,
    PreferencesController,
    MarksController,
    NotificationsController,
    SettingsController,
    NotificationController,
    RegistrationsController,
    InternalController,
    DeadLettersController,
    AccountsController,
    MailController,
  ],
})
export class RoutesModule {}

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
import { InboxController } from './notifications/inbox/inbox.controller.js';
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
import { SnoozesController } from './snoozes/snoozes.controller.js';

/**
 * All routes, in the order in which Express matches them and the API document lists them. Fixed paths must precede
 * `:_id`, which also matches them. The modules of the features cannot give this order: Nest registers a module before
 * the modules that it imports, and the document interleaves features (operations and dead letters, preferences and
 * settings).
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
    InboxController,
    SnoozesController,
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

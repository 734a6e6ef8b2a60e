import { Module } from '@nestjs/common';
import { StorageErrors } from '../database/storage-errors.js';
import { AutomaticModule } from '../notifications/automatic/automatic.module.js';
import { RemindersModule } from '../reminders/reminders.module.js';
import { ClassroomEvents, EventReader } from './classroom-events.js';
import { EventFeed } from './event-feed.js';
import { KafkaEventFeed } from './kafka-event-feed.js';
import { SchemaEventReader } from './schema-event-reader.js';

@Module({
  imports: [AutomaticModule, RemindersModule],
  providers: [
    StorageErrors,
    { provide: EventReader, useClass: SchemaEventReader },
    ClassroomEvents,
    { provide: EventFeed, useClass: KafkaEventFeed },
  ],
  exports: [ClassroomEvents, EventFeed],
})
export class ClassroomEventsModule {}

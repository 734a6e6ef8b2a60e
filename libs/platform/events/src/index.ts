export { toEnvelope, type EventEnvelope, type NewEvent, type Stamp } from './event.js';
export { EventRejected, type EventPublisher, type OutgoingEvent } from './event-publisher.js';
export { eventsSettings, EventsSettings } from './events-settings.js';
export { CreateOutbox1763700000001, Outbox, outboxInsert } from './outbox.js';
export type { OutboxDependencies, OutboxEntry, OutboxRows } from './outbox.js';
export { OutboxWorker } from './outbox-worker.js';
export type { OutboxWorkerDependencies, OutboxWorkerOptions } from './outbox-worker.js';
export { OutboxModule } from './outbox.module.js';

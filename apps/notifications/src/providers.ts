import { randomBytes, randomUUID } from 'node:crypto';
import type { ConfigOf } from '@sextant/platform-config';
import { readFileSync } from 'node:fs';
import type { Provider } from '@nestjs/common';
import { Clock, randomIds, secureRandom, systemClock } from '@sextant/platform-clock';
import { Idempotency } from '@sextant/platform-idempotency';
import { JwtVerifier } from '@sextant/platform-jwt';
import type { Logger } from '@sextant/platform-logging';
import { isPrivateLiteral } from '@sextant/platform-public-addresses';
import { Metrics } from '@sextant/platform-telemetry';
import { openMongoStorage } from './storage/mongo/mongo-storage.js';
import { openPostgresStorage } from './storage/postgres/postgres-storage.js';
import { isPermanentFailure } from './database/storage-errors.js';
import { letterOf, readLetter } from './classroom-events/kafka-message.js';
import { PrometheusObserver } from './observability/prometheus-observer.js';
import { SchemaEventReader } from './classroom-events/schema-event-reader.js';
import { newVapidKeys, WebPushSender, type VapidKeys } from './push/web-push-sender.js';
import type { databaseSettings, NotificationsConfig } from './config.js';
import { Broadcasts } from './broadcasts/broadcasts.js';
import { BroadcastDelivery } from './broadcasts/broadcast-delivery.js';
import { AutoNotifier } from './notifications/automatic/auto-notifier.js';
import { CalendarFeeds } from './calendar/calendar-feeds.js';
import { ClassroomEvents } from './classroom-events/classroom-events.js';
import { Composer } from './notifications/composer.js';
import { Creator, type Outlet } from './notifications/creator.js';
import { DeadLetters } from './operations/dead-letters.js';
import { Directory } from './people/directory.js';
import { OwnSettings } from './settings/own-settings.js';
import { Inbox } from './notifications/inbox.js';
import { Mailings } from './mail/mailings.js';
import { Operations } from './operations/operations.js';
import { PushQueue } from './push/push-queue.js';
import { Registrations } from './people/registrations.js';
import { ReminderService } from './reminders/reminder-service.js';
import { STORAGE, type Storage } from './storage/storage.js';
import { Subscriptions } from './push/subscriptions.js';
import { SearchTurns } from './notifications/search-turns.js';
import { Sweeper, type SweeperOptions } from './retention/sweeper.js';
import { token } from './http/token.js';
import { PUBLIC_URL } from './calendar/calendar.controller.js';
import { ADMIN_SCOPE } from './access/access.js';
import { CURSOR_KEY } from './operations/dead-letters.controller.js';
import { ListPages } from './notifications/list-pages.js';
import { OPERATOR_ACADEMIES } from './operations/operations.controller.js';
import { PartsProbe } from './operations/parts.probe.js';
import { VAPID_PUBLIC_KEY } from './push/push.controller.js';
import { StorageProbe } from './database/database.probe.js';
import { mailProviders } from './mail-providers.js';
import { provide } from './provide.js';
import { SIGNALS, signalProvider } from './realtime.js';
import { RESOURCE } from './access/resource.js';

const VAPID_KEYS = token<VapidKeys>('VapidKeys');

/** Longer than idempotency keys. */
const CREATION_DAYS = 7;

/** Short: a creation that is begun again under its key is the same one. */
const KEY_LOCK_MS = 5000;

const clock = systemClock;

/** Whose tokens count more than others', and where. */
const TOKENS = { adminScope: ADMIN_SCOPE, resourcePaths: RESOURCE.paths };

/** Everything but controllers, in the order in which it rests on each other. */
export const serviceProviders = (
  config: NotificationsConfig,
  { logger, metrics }: { readonly logger: Logger; readonly metrics: Metrics },
): Provider[] => [
  { provide: Clock, useValue: clock },
  { provide: Metrics, useValue: metrics },
  provide(
    PrometheusObserver,
    [Metrics],
    ({ registry }) => new PrometheusObserver(registry, logger),
  ),
  provide(STORAGE, [Metrics], (metrics) => openStorage(config, logger, metrics)),
  provide(StorageProbe, [STORAGE], (storage) => new StorageProbe(storage)),
  { provide: OPERATOR_ACADEMIES, useValue: config.operatorAcademies },
  { provide: PUBLIC_URL, useValue: config.publicUrl ?? config.authIssuer },
  { provide: PartsProbe, useValue: new PartsProbe() },
  {
    provide: JwtVerifier,
    useValue: new JwtVerifier({ ...config, ...TOKENS }, clock, metrics),
  },
  provide(
    Directory,
    [STORAGE, PrometheusObserver],
    (storage, observer) => new Directory({ ...storage, clock, observer }),
  ),
  signalProvider(config),
  ...pushProviders(config),
  ...mailProviders(config, process.env['NODE_ENV'] === 'production'),
  ...creationProviders(config),
  ...audienceProviders(config),
  ...eventProviders(),
  ...operatorProviders(),
  // The other connections are for all else.
  ...inboxProviders(new SearchTurns(Math.max(1, Math.floor(config.databasePoolSize / 2)))),
  provide(
    Sweeper,
    [STORAGE, PrometheusObserver],
    (storage, observer) => new Sweeper({ ...storage, clock, observer }, sweeperOptions(config)),
  ),
];

/** Opens the database that is named, brought up to date. */
export function openStorage(
  { mongodbUri, databaseUrl, databasePoolSize, databaseMigrate }: ConfigOf<typeof databaseSettings>,
  logger: Logger,
  metrics?: Metrics,
): Promise<Storage> {
  if (mongodbUri !== undefined) return openMongoStorage(mongodbUri, databasePoolSize);
  if (databaseUrl !== undefined) {
    return openPostgresStorage({ databaseUrl, databasePoolSize, databaseMigrate }, logger, metrics);
  }
  throw new Error('There is no database: set DATABASE_URL or MONGODB_URI.');
}

const pushProviders = (config: NotificationsConfig): Provider[] => [
  provide(VAPID_KEYS, [STORAGE], (storage) => vapidKeys(config, storage)),
  provide(VAPID_PUBLIC_KEY, [VAPID_KEYS], ({ publicKey }) => publicKey),
  provide(WebPushSender, [VAPID_KEYS], (keys) => {
    const { vapidSubject: subject, pushAllowHosts = [], pushCaFile } = config;
    const ca = pushCaFile === undefined ? {} : { ca: readFileSync(pushCaFile, 'utf8') };
    return new WebPushSender({ subject, keys, allowedHosts: pushAllowHosts, ...ca }, clock);
  }),
  provide(
    PushQueue,
    [STORAGE, WebPushSender, PrometheusObserver],
    (storage, sender, observer) => new PushQueue({ ...storage, sender, clock, observer }),
  ),
  provide(
    Subscriptions,
    [STORAGE, PushQueue],
    (storage, pushes) =>
      new Subscriptions({
        ...storage,
        pushes,
        clock,
        newKey: () => randomUUID(),
        isPublic: (url) =>
          (config.pushAllowHosts ?? []).includes(url.host) || !isPrivateLiteral(url),
      }),
  ),
];

/** Given ones, else those that the first start made: browsers subscribe to them for good. */
async function vapidKeys(config: NotificationsConfig, { secrets }: Storage): Promise<VapidKeys> {
  const { vapidPublicKey: publicKey, vapidPrivateKey: privateKey } = config;
  if (publicKey !== undefined && privateKey !== undefined) return { publicKey, privateKey };
  if (publicKey !== undefined || privateKey !== undefined) {
    throw new Error('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY belong together: set both or none.');
  }
  const kept = await secrets.getOrMake('vapid', () => JSON.stringify(newVapidKeys()));
  return JSON.parse(kept) as VapidKeys;
}

/** What tells people of a creation, beside the signal. */
const OUTLETS = token<readonly Outlet[]>('Outlets');

const creationProviders = (config: NotificationsConfig): Provider[] => [
  provide(OUTLETS, [PushQueue, Mailings], (pushes, mails) => [pushes, mails]),
  provide(
    Creator,
    [STORAGE, SIGNALS, OUTLETS, PrometheusObserver],
    (storage, signals, outlets, observer) =>
      new Creator({ ...storage, signals, outlets, observer, clock, random: secureRandom }),
  ),
  provide(
    Composer,
    [STORAGE, Creator],
    (storage, creator) =>
      new Composer({ ...storage, creator }, { knownOnly: config.knownRecipientsOnly }),
  ),
];

const audienceProviders = (config: NotificationsConfig): Provider[] => [
  provide(
    Broadcasts,
    [STORAGE, Composer],
    (storage, composer) =>
      new Broadcasts(
        { ...storage, composer, clock, ids: randomIds },
        { mostADay: config.audienceMessagesPerDay },
      ),
  ),
  provide(
    BroadcastDelivery,
    [STORAGE, Creator, PrometheusObserver],
    (storage, creator, observer) => new BroadcastDelivery({ ...storage, creator, clock, observer }),
  ),
];

const eventProviders = (): Provider[] => [
  provide(
    AutoNotifier,
    [STORAGE, Creator],
    (storage, creator) => new AutoNotifier({ ...storage, creator }),
  ),
  provide(
    ReminderService,
    [STORAGE, AutoNotifier, PrometheusObserver],
    (storage, notifier, observer) => new ReminderService({ ...storage, notifier, clock, observer }),
  ),
  provide(
    ClassroomEvents,
    [STORAGE, AutoNotifier, ReminderService, PrometheusObserver],
    (storage, notifier, reminders, observer) =>
      new ClassroomEvents({
        ...storage,
        reader: new SchemaEventReader(),
        notifier,
        reminders,
        clock,
        observer,
        isPermanentFailure,
      }),
  ),
];

/** What could not be used or delivered, and who looks at it. */
const operatorProviders = (): Provider[] => [
  provide(
    Operations,
    [STORAGE, DeadLetters, PushQueue],
    (storage, letters, pushes) => new Operations({ ...storage, letters, pushes, clock }),
  ),
  provide(
    DeadLetters,
    [STORAGE, ClassroomEvents, PushQueue, Mailings],
    (storage, events, pushes, mails) =>
      new DeadLetters({
        ...storage,
        events,
        pushes,
        mails,
        clock,
        read: ({ event, at }, nowMs) => readLetter(letterOf(event), nowMs, at.getTime()),
      }),
  ),
];

const sweeperOptions = (config: NotificationsConfig): SweeperOptions => ({
  checkedDays: config.checkedRetentionDays,
  uncheckedDays: config.uncheckedRetentionDays,
  sentDays: config.sentRetentionDays,
  creationDays: CREATION_DAYS,
  eventDays: config.eventMemoryDays,
  trailDays: config.trailDays,
  deadLetterDays: config.deadLetterDays,
});

const inboxProviders = (searches: SearchTurns): Provider[] => [
  provide(
    CalendarFeeds,
    [STORAGE],
    (storage) => new CalendarFeeds({ ...storage, clock, random: secureRandom }),
  ),
  provide(Registrations, [STORAGE], (storage) => new Registrations({ ...storage, clock })),
  provide(Inbox, [STORAGE], (storage) => new Inbox({ ...storage, clock, searches })),
  provide(
    OwnSettings,
    [STORAGE, ReminderService],
    (storage, reminders) => new OwnSettings({ ...storage, reminders, clock }),
  ),
  provide(
    Idempotency,
    [STORAGE],
    ({ idempotency }) => new Idempotency(idempotency, clock, { lockMs: KEY_LOCK_MS }),
  ),
  provide(CURSOR_KEY, [STORAGE], async ({ secrets }) => {
    const key = await secrets.getOrMake('cursors', () => randomBytes(32).toString('base64'));
    return Buffer.from(key, 'base64');
  }),
  provide(ListPages, [Inbox, CURSOR_KEY], (inbox, key) => new ListPages(inbox, key)),
];

import { schemaOf } from '@sextant/platform-runtime/config';
import { httpSettings } from '@sextant/platform-http';
import { JwtSettings } from '@sextant/platform-security/jwt';
import { MailSettings } from '@sextant/platform-mail';
import { PostgresSettings } from '@sextant/platform-data/postgres';
import { RateLimitSettings } from '@sextant/platform-security/rate-limit';
import { AccessSettings } from './access/access.settings.js';
import { PublicUrlSettings } from './access/public-url.js';
import { BroadcastsSettings } from './broadcasts/broadcasts.settings.js';
import { ClassroomEventsSettings } from './classroom-events/classroom-events.settings.js';
import { DatabaseSettings } from './database/database.settings.js';
import { NotificationsSettings } from './notifications/notifications.settings.js';
import { OperationsSettings } from './operations/operations.settings.js';
import { PushSettings } from './push/push.settings.js';
import { RealtimeSettings } from './realtime/realtime.settings.js';
import { RetentionSettings } from './retention/retention.settings.js';

const FEATURES = [
  DatabaseSettings,
  RetentionSettings,
  JwtSettings,
  AccessSettings,
  OperationsSettings,
  NotificationsSettings,
  BroadcastsSettings,
  RealtimeSettings,
  PushSettings,
  MailSettings,
  PublicUrlSettings,
  ClassroomEventsSettings,
] as const;

/** The settings of notifications, for `--help` and the log. */
export const settings = { ...httpSettings({ port: 3003 }), ...schemaOf(FEATURES) };

/** What is injected: the libraries read settings that the features describe in words of their own. */
export const SETTINGS = [...FEATURES, PostgresSettings, RateLimitSettings];

import type { INestApplication } from '@nestjs/common';
import { loadConfig } from '@sextant/platform-runtime/config';
import { runApp, type AppDefinition } from '@sextant/platform-http';
import { JwtVerifier, protectedResource } from '@sextant/platform-security/jwt';
import { RateLimiters } from '@sextant/platform-security/rate-limit';
import { Metrics } from '@sextant/platform-runtime/telemetry';
import { toIcs } from './calendar/ics.js';
import { AppModule } from './app.module.js';
import { SETTINGS, settings } from './config.js';
import { DatabaseSettings } from './database/database.settings.js';
import { CalendarFeeds } from './calendar/calendar-feeds.js';
import { Directory } from './people/directory.js';
import { Unsubscriptions } from './mail/unsubscriptions.js';
import { requireCaller, requireDecodable, requireService } from './access/access.middleware.js';
import { calendarFeed, FEED_LIMIT } from './calendar/calendar-feed.middleware.js';
import { databaseProblem } from './http/database-problem.js';
import { errorBody } from './http/error-body.js';
import { inboxPages } from './page/inbox-page.middleware.js';
import { mailReports, REPORTS } from './mail/mail-report.middleware.js';
import { requireJson } from './http/media-type.js';
import { unsubscribePage } from './mail/unsubscribe-page.middleware.js';
import { SocketIoAdapter } from './realtime/socket-io-adapter.js';
import { openStorage, storageModuleOf } from './storage-context.js';
import { RESOURCE } from './access/resource.js';
import { VERSION } from './http/version.js';

/** 10,000 recipients with long names, in a script of three bytes a character. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;

/** The service, as `main.ts` runs it and as tests start it. */
export const notifications: AppDefinition<typeof settings> = {
  name: 'notifications',
  settings,
  settingsClasses: SETTINGS,
  module: (config) => AppModule.on(storageModuleOf(config)),
  migrate: async (source, logger) => {
    const storage = await openStorage(loadConfig(DatabaseSettings.schema, source), logger);
    await storage.close();
  },
  http: (config, app) => ({
    docs: {
      title: 'Sextant notifications',
      description: 'Classroom notifications: REST, realtime signal, Web Push and reminders.',
      version: VERSION,
      isInternal: (path) => path.startsWith('/internal/'),
      describe: (builder) =>
        builder
          .addBearerAuth({ type: 'http', description: 'An access token of auth-server' }, 'user')
          .addBearerAuth({ type: 'http', description: 'SERVICE_TOKEN' }, 'service'),
    },
    errorBody,
    recognise: databaseProblem,
    metrics: app.get(Metrics),
    webSockets: app.get(SocketIoAdapter),
    maxBodyBytes: 64 * 1024,
    bodyLimits: [
      { path: /^\/api\/notifications\/?$/i, maxBytes: MAX_BODY_BYTES },
      { path: /^\/internal\/events\/?$/i, maxBytes: MAX_BODY_BYTES },
      { path: /^\/api\/notifications\/audiences(\/|$)/i, maxBytes: 1024 * 1024 },
    ],
    beforeBody: [
      protectedResource(config, RESOURCE),
      ...inboxPages(config.authIssuer),
      unsubscribePage(app.get(Unsubscriptions)),
      feedOf(app),
      requireService(config.serviceToken),
      ...requireCaller({
        verifier: app.get(JwtVerifier),
        directory: app.get(Directory),
        unscopedClients: config.unscopedClients,
        limiter: app
          .get(RateLimiters)
          .create({ name: 'user', limit: config.rateLimitUser, windowSeconds: 60 }),
      }),
      requireDecodable,
      requireJson([REPORTS]),
      mailReports(),
    ],
  }),
};

const feedOf = (app: INestApplication) =>
  calendarFeed({
    feeds: app.get(CalendarFeeds),
    toIcs,
    limiter: app.get(RateLimiters).create(FEED_LIMIT),
  });

export const run = (): Promise<void> => runApp(notifications);

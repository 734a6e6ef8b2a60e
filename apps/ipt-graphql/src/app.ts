import { runApp, type AppDefinition } from '@sextant/platform-http';
import { AdmittingAdapter } from '@sextant/platform-http/sockets';
import { migrateCommand, unavailableDatabase } from '@sextant/platform-data/postgres';
import { rateLimit, RateLimiters } from '@sextant/platform-security/rate-limit';
import { Metrics } from '@sextant/platform-runtime/telemetry';
import { AppModule } from './app.module.js';
import * as MIGRATIONS from './migrations.js';
import { COMMAND_TEXTS } from './cli/commands.js';
import { SETTINGS, settings } from './config.js';
import { ObjectStore } from './images/images.js';
import { keyIdOf, requireCaller } from './access/caller.middleware.js';
import { RequireCaller } from './access/access.js';
import { errorBody } from './http/error-body.js';
import { apiDocument } from './api/api-document.js';
import { pagesOf } from './page/pages.middleware.js';
import { receiveUpload } from './images/receive-upload.middleware.js';

/** The service, as `main.ts` runs it and as tests start it. */
export const iptGraphql: AppDefinition<typeof settings> = {
  name: 'ipt-graphql',
  settings,
  settingsClasses: SETTINGS,
  module: () => ({ module: AppModule }),
  commands: COMMAND_TEXTS,
  migrate: migrateCommand({ app: 'ipt-graphql', migrations: MIGRATIONS }),
  http: (config, app) => ({
    docs: apiDocument(config.explorable),
    errorBody,
    metrics: app.get(Metrics),
    webSockets: new AdmittingAdapter(app.getHttpServer(), () => ({ status: 404 })),
    tellsMethods: true,
    recognise: unavailableDatabase,
    beforeBody: [
      ...pagesOf(config),
      receiveUpload(app.get(ObjectStore).service),
      requireCaller(app.get(RequireCaller)),
      rateLimit({
        limiter: app.get(RateLimiters).create({
          name: 'key',
          limit: config.requestsPerMinute,
          windowSeconds: 60,
        }),
        key: keyIdOf,
        headers: 'ratelimit',
      }),
    ],
  }),
};

export const run = (): Promise<void> => runApp(iptGraphql);

import { runApp, type AppDefinition } from '@sextant/platform-http';
import { AdmittingAdapter } from '@sextant/platform-http/sockets';
import { TokenSettings } from '@sextant/platform-security/jwt';
import { migrateCommand, unavailableDatabase } from '@sextant/platform-data/postgres';
import { rateLimit } from '@sextant/platform-security/rate-limit';
import { Metrics } from '@sextant/platform-runtime/telemetry';
import { callerOf, requireKey } from './access/caller.middleware.js';
import { limitConcurrency } from './access/concurrency.middleware.js';
import { Gates } from './access/gates.js';
import { AppModule } from './app.module.js';
import { SETTINGS, settings } from './config.js';
import { API_DOCUMENT } from './http/api-document.js';
import { requireBodyType } from './http/body-type.js';
import { allowOrigins } from './http/cors.js';
import { errorBody } from './http/error-body.js';
import { echoRequestId } from './http/request-id.js';
import { validationProblem } from './http/validation-problem.js';
import { liveRefusalOf } from './live/live-refusal.js';
import * as MIGRATIONS from './migrations.js';
import { pagesOf } from './studio/pages.middleware.js';

/** 20,000 characters in JSON's longest spelling, and what is beside them. */
const MAX_REQUEST_BYTES = 256 * 1024;

/** The service, as `main.ts` runs it and as tests start it. */
export const speech: AppDefinition<typeof settings> = {
  name: 'speech',
  settings,
  settingsClasses: SETTINGS,
  module: () => ({ module: AppModule }),
  commands: { keys: 'makes the first keys of a workspace' },
  migrate: migrateCommand({ app: 'speech', migrations: MIGRATIONS }),
  http: (config, app) => {
    const gates = app.get(Gates);
    return {
      docs: API_DOCUMENT,
      errorBody,
      validationProblem,
      metrics: app.get(Metrics),
      webSockets: new AdmittingAdapter(app.getHttpServer(), liveRefusalOf),
      recognise: unavailableDatabase,
      maxBodyBytes: MAX_REQUEST_BYTES,
      tellsMethods: true,
      beforeBody: [
        echoRequestId,
        allowOrigins(config.corsOrigins ?? []),
        ...pagesOf(app.get(TokenSettings)),
        requireKey(gates.find),
        rateLimit({
          limiter: gates.limiter,
          key: (request) => callerOf(request)?.rootId,
          headers: 'ratelimit',
        }),
        requireBodyType,
        limitConcurrency(gates.concurrency),
      ],
    };
  },
};

export const run = (): Promise<void> => runApp(speech);

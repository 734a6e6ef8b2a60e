import { runApp, type AppDefinition } from '@sextant/platform-http';
import { protectedResource } from '@sextant/platform-security/jwt';
import { migrateCommand, unavailableDatabase } from '@sextant/platform-data/postgres';
import { rateLimit } from '@sextant/platform-security/rate-limit';
import { Metrics } from '@sextant/platform-runtime/telemetry';
import { callerOf, requireKey } from './access/caller.js';
import { limitConcurrency } from './access/concurrency.js';
import { Gates } from './access/gates.js';
import { RESOURCE } from './access/protected-resource.js';
import { TokenSettings } from './access/token.settings.js';
import { AppModule } from './app.module.js';
import { SETTINGS, settings } from './config.js';
import { requireBodyType } from './http/body-type.js';
import { allowOrigins } from './http/cors.js';
import { errorBody } from './http/error-body.js';
import { echoRequestId } from './http/request-id.js';
import { validationProblem } from './http/validation-problem.js';
import { VERSION } from './http/version.js';
import { LiveServer } from './live/live.gateway.js';
import { MIGRATIONS } from './migrations.js';
import { studioPage } from './studio/studio-page.js';

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
    // Speech over WebSockets, beside Express.
    app.get(LiveServer).attach(app.getHttpServer());
    return {
      docs: {
        title: 'Sextant speech',
        description: 'Speech synthesis, voices, and cloning with spoken consent.',
        version: VERSION,
        follows: { name: "Speechify's API", version: '2026-09-13' },
        describe: (builder) => builder.addBearerAuth(),
      },
      errorBody,
      validationProblem,
      metrics: app.get(Metrics),
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

/** What is there where people and programs may have tokens: the studio, and how programs find the issuer. */
function pagesOf({ authIssuer, ...settings }: TokenSettings) {
  if (authIssuer === undefined) return [];
  return [protectedResource({ ...settings, authIssuer }, RESOURCE), studioPage(authIssuer)];
}

export const run = (): Promise<void> => runApp(speech);

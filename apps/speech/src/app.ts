import type { Server } from 'node:http';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { ApiKeys } from '@sextant/platform-api-keys';
import { systemClock } from '@sextant/platform-clock';
import { runApp, type AppDefinition } from '@sextant/platform-http';
import { JwtVerifier, protectedResource } from '@sextant/platform-jwt';
import { migrateCommand, unavailableDatabase } from '@sextant/platform-postgres';
import { rateLimit, RateLimiters } from '@sextant/platform-rate-limit';
import { Metrics } from '@sextant/platform-telemetry';
import { AppModule, MIGRATIONS } from './app.module.js';
import { settings, type SpeechConfig } from './config.js';
import { requireBodyType } from './http/body-type.js';
import { callerFinder, callerOf, requireKey } from './access/caller.js';
import { Concurrency, limitConcurrency } from './access/concurrency.js';
import { LiveMaker } from './live/live-maker.js';
import { LIVE_LOGGER } from './live.module.js';
import type { LiveGates } from './live/live-admission.js';
import { LiveServer } from './live/live.gateway.js';
import type { Logger } from '@sextant/platform-logging';
import { errorBody } from './http/error-body.js';
import { allowOrigins } from './http/cors.js';
import { echoRequestId } from './http/request-id.js';
import { studioPage } from './studio/studio-page.js';
import { validationProblem } from './http/validation-problem.js';
import { RESOURCE } from './access/protected-resource.js';
import { VERSION } from './http/version.js';

/** 20,000 characters in JSON's longest spelling, and what is beside them. */
const MAX_REQUEST_BYTES = 256 * 1024;

/** The service, as `main.ts` runs it and as tests start it. */
export const speech: AppDefinition<typeof settings> = {
  name: 'speech',
  settings,
  module: (config, logger) => AppModule.register(config, logger),
  commands: { keys: 'makes the first keys of a workspace' },
  migrate: migrateCommand({ app: 'speech', migrations: MIGRATIONS }),
  http: (config, app) => {
    const gates = gatesOf(config, app);
    serveLive(app, gates);
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
        ...pagesOf(config),
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
function pagesOf({ authIssuer, ...config }: SpeechConfig) {
  if (authIssuer === undefined) return [];
  return [protectedResource({ ...config, authIssuer }, RESOURCE), studioPage(authIssuer)];
}

/** What lets requests and connections in. */
function gatesOf(config: SpeechConfig, app: NestExpressApplication): LiveGates {
  const [keys, metrics] = [app.get(ApiKeys), app.get(Metrics)];
  const policy = { name: 'key', limit: config.requestsPerMinute, windowSeconds: 60 };
  return {
    find: callerFinder({ keys, tokens: tokenVerifier(config, metrics) }),
    limiter: app.get(RateLimiters).create(policy),
    concurrency: new Concurrency(config.concurrentSyntheses),
  };
}

/** Speech over WebSockets, beside Express. */
function serveLive(app: NestExpressApplication, gates: LiveGates): void {
  const logger = app.get<Logger>(LIVE_LOGGER);
  const server: Server = app.getHttpServer();
  new LiveServer({ live: app.get(LiveMaker), gates, logger }).attach(server);
}

/** Nobody's tokens count unless an issuer is named. */
function tokenVerifier(config: SpeechConfig, metrics: Metrics): JwtVerifier | undefined {
  const { authIssuer } = config;
  if (authIssuer === undefined) return undefined;
  return new JwtVerifier(
    { ...config, authIssuer, adminScope: 'speech:admin', resourcePaths: RESOURCE.paths },
    systemClock,
    metrics,
  );
}

export const run = (): Promise<void> => runApp(speech);

import type { WebSocketAdapter } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { ProblemFilter, type ProblemBody, type Recognise } from './errors/index.js';
import { HealthChecks } from '@sextant/platform-runtime/health';
import type { Logger } from '@sextant/platform-runtime/logging';
import { Metrics } from '@sextant/platform-runtime/telemetry';
import { Router, type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import { allowedMethods } from './requests/allowed-methods.js';
import { belowDocs, serveApiDocs, type ApiDocsOptions } from './documents/api-docs.js';
import { bodyParsers, type PathLimit } from './requests/body-parsers.js';
import { plainErrorBody } from './error-body.js';
import { trackActivity } from './running/graceful-shutdown.js';
import type { HttpConfig } from './http-settings.js';
import { inTurn } from './running/in-turn.js';
import { requestContext, requestTimeout } from './requests/request-context.js';
import { securityHeaders } from './pages/security-headers.js';
import { statusPage } from './documents/status-page.js';
import {
  plainValidationProblem,
  validationPipe,
  type ValidationProblem,
} from './requests/validation.js';

export interface ConfigureOptions {
  /** The app's name, as in `apps/<name>`. */
  readonly name: string;
  readonly config: HttpConfig;
  readonly logger: Logger;
  readonly docs: ApiDocsOptions;
  /** The app's documented error body; `{error: {code, message, trace_id}}` if absent. */
  readonly errorBody?: ProblemBody;
  readonly validationProblem?: ValidationProblem;
  readonly recognise?: Recognise;
  /** Largest JSON or form body in bytes; 1 MiB if absent. */
  readonly maxBodyBytes?: number;
  /** Paths whose bodies may be larger, or must be smaller, than that. */
  readonly bodyLimits?: readonly PathLimit[];
  /** Runs before bodies are read: keys and rate limits, so that refused callers cost little. */
  readonly beforeBody?: readonly RequestHandler[];
  /** Whether a method that a path does not serve is 405 with `Allow`, after `beforeBody`; below `/docs` alone if absent. */
  readonly tellsMethods?: boolean;
  /** The registry that the app's own metrics are in; a new one if absent. */
  readonly metrics?: Metrics;
  /** Serves the gateways of an app that has some. */
  readonly webSockets?: WebSocketAdapter;
}

/** Slightly longer than the usual idle time-out of load balancers, which must close first. */
const KEEP_ALIVE_MS = 75_000;
const HEADERS_TIMEOUT_MS = 20_000;
const MIB = 1024 * 1024;

/**
 * What all HTTP apps do alike: trace ids, the request's log line and metrics, security headers,
 * time-outs, body limits, validation, errors, documentation and `/metrics`. Called by `main.ts`
 * and by tests, so that tests see what callers see.
 */
export function configureApp(app: NestExpressApplication, options: ConfigureOptions): void {
  const { name, config, logger, docs, beforeBody = [] } = options;
  const { maxBodyBytes = MIB, bodyLimits = [] } = options;
  const filter = problemFilter(options);
  const metrics = options.metrics ?? new Metrics(name);
  metrics
    .gauge('sextant_build_info', 'Always 1; what runs here.', 'version', 'node')
    .set({ version: docs.version, node: process.versions.node }, 1);
  const docsRoutes = Router();
  const methods = [belowDocs(allowedMethods(() => docsRoutes))];
  if (options.tellsMethods === true) methods.push(allowedMethods(() => routerOf(app)));

  app.disable('x-powered-by');
  app.disable('etag');
  if (config.trustedProxies !== undefined) app.set('trust proxy', config.trustedProxies);
  app.use(
    inTurn([
      requestContext({ logger, metrics }),
      securityHeaders(),
      requestTimeout(config.requestTimeoutMs, filter),
    ]),
  );
  app.use('/metrics', metricsPage(metrics));
  const status = statusPage(app.get(HealthChecks), { name, version: docs.version });
  app.use(`/docs/${name}/status`, status);
  // As a route too, so that other methods are answered 405 with `Allow`.
  docsRoutes.get(`/docs/${name}/status`, status);
  const parsers = bodyParsers({ maxBytes: maxBodyBytes, byPath: bodyLimits });
  app.use(inTurn([...beforeBody, ...methods, ...parsers]));
  app.use(middlewareErrors(filter));
  app.useGlobalPipes(validationPipe(options.validationProblem ?? plainValidationProblem));
  app.useGlobalFilters(filter);
  serveApiDocs(app, name, docs, docsRoutes);
  if (options.webSockets !== undefined) app.useWebSocketAdapter(options.webSockets);

  const server = app.getHttpServer();
  trackActivity(server);
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.headersTimeout = HEADERS_TIMEOUT_MS;
}

function routerOf(app: NestExpressApplication): Router {
  const express: Express = app.getHttpAdapter().getInstance();
  return express.router;
}

function problemFilter({ logger, errorBody = plainErrorBody, recognise }: ConfigureOptions) {
  return new ProblemFilter({
    logger,
    body: errorBody,
    ...(recognise === undefined ? {} : { recognise }),
  });
}

/** Errors of middleware are answered here: Nest would blur them before its filters see them. */
function middlewareErrors(filter: ProblemFilter): ErrorRequestHandler {
  // Express tells error handlers by their four parameters.
  return (error: unknown, _request, response, _next) => filter.answer(error, response);
}

function metricsPage({ registry }: Metrics): RequestHandler {
  return (_request, response, next) => {
    registry
      .metrics()
      .then((page) => response.type(registry.contentType).send(page))
      .catch(next);
  };
}

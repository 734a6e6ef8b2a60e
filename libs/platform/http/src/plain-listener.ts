import type { RequestListener } from 'node:http';
import { HTTP_PROBLEMS, ProblemFilter, type ProblemBody } from './errors/index.js';
import type { Logger } from '@sextant/platform-runtime/logging';
import type { Metrics } from '@sextant/platform-runtime/telemetry';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import { plainErrorBody } from './error-body.js';
import { inTurn } from './in-turn.js';
import { requestContext, requestTimeout } from './request-context.js';
import { securityHeaders } from './security-headers.js';

export interface PlainListenerOptions {
  readonly logger: Logger;
  readonly metrics: Pick<Metrics, 'observeRequest'>;
  readonly requestTimeoutMs: number;
  readonly errorBody?: ProblemBody;
  /** Run before anything of the body is read. */
  readonly before: readonly RequestHandler[];
  /** All that is served; every other path is 404, every other method 405. */
  readonly posts: { readonly paths: readonly string[]; readonly handler: RequestHandler };
}

/**
 * A few routes without Nest, for a thread that serves nothing else: trace ids, log lines, observations,
 * time-outs and errors are those of the app.
 */
export function plainListener(options: PlainListenerOptions): RequestListener {
  const { logger, metrics, requestTimeoutMs, errorBody = plainErrorBody } = options;
  const { before, posts } = options;
  const filter = new ProblemFilter({ logger, body: errorBody });
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(
    inTurn([
      requestContext({ logger, metrics }),
      securityHeaders(),
      requestTimeout(requestTimeoutMs, filter),
      ...before,
    ]),
  );
  // One by one: the path that matched is what metrics name.
  for (const path of posts.paths) app.post(path, posts.handler).all(path, refuseMethod);
  app.use(() => {
    throw HTTP_PROBLEMS.notFound();
  });
  app.use(errorsOf(filter));
  return app;
}

const refuseMethod: RequestHandler = () => {
  throw HTTP_PROBLEMS.methodNotAllowed({ headers: { Allow: 'POST' } });
};

function errorsOf(filter: ProblemFilter): ErrorRequestHandler {
  // Express tells error handlers by their four parameters.
  return (error: unknown, _request, response, _next) => filter.answer(error, response);
}

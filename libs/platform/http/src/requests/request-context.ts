import { HTTP_PROBLEMS, type Problem, type ProblemFilter } from '../errors/index.js';
import { isTraceId, newTraceId, withTraceId, type Logger } from '@sextant/platform-runtime/logging';
import { traceIdOf, traceRequest, type Metrics } from '@sextant/platform-runtime/telemetry';
import type { Request, RequestHandler, Response } from 'express';

export const TRACE_HEADER = 'X-Trace-ID';

export interface RequestContextOptions {
  readonly logger: Logger;
  readonly metrics: Pick<Metrics, 'observeRequest'>;
}

/**
 * Gives every request its trace id (the caller's if it is well-formed, else that of the W3C
 * context, else the proxy's `X-Request-ID`, else a new one) and, when the answer is out, one log line, one observation, one span.
 */
export function requestContext({ logger, metrics }: RequestContextOptions): RequestHandler {
  return (request, response, next) => {
    const startedMs = performance.now();
    const traceId = givenTraceId(request) ?? newTraceId();
    response.setHeader(TRACE_HEADER, traceId);

    const { method, path, headers } = request;
    const span = traceRequest({ method, path, headers });
    response.once('close', () => {
      const route = routeOf(request);
      const status = response.writableFinished ? response.statusCode : 499;
      const durationMs = performance.now() - startedMs;
      span.end({ route, status });
      metrics.observeRequest({ method, route, status, durationSeconds: durationMs / 1000 });
      withTraceId(traceId, () =>
        logger.info('request', {
          method,
          path,
          status,
          durationMs: Math.round(durationMs * 10) / 10,
        }),
      );
    });
    withTraceId(traceId, () => span.run(next));
  };
}

function givenTraceId({ headers }: Request): string | undefined {
  const own = headers['x-trace-id'];
  if (isTraceId(own)) return own;
  const requestId = headers['x-request-id'];
  return traceIdOf(headers['traceparent']) ?? (isTraceId(requestId) ? requestId : undefined);
}

/** The pattern that matched, such as `/voices/:id`: paths themselves would make endless metrics. */
function routeOf(request: Request): string {
  const route = request.route as { readonly path?: unknown } | undefined;
  return typeof route?.path === 'string' ? `${request.baseUrl}${route.path}` : 'unmatched';
}

const reasons = new WeakMap<Response, (() => Problem | undefined)[]>();

/** Has a request whose time is over answered with what `why` says then, if it says anything, instead of `timeout`. */
export function explainTimeout(response: Response, why: () => Problem | undefined): void {
  reasons.set(response, [...(reasons.get(response) ?? []), why]);
}

function timeoutOf(response: Response): Problem {
  for (const why of reasons.get(response) ?? []) {
    const problem = why();
    if (problem !== undefined) return problem;
  }
  return HTTP_PROBLEMS.timeout();
}

/** A form may take as long to come as the server lets a request come (Node's `requestTimeout`). */
const FORM_MS = 300_000;

/** The time that a request has. */
interface Clock {
  /** It stands still until it begins. */
  hold(): void;
  /** From now on the request has its whole time. */
  begin(): void;
}

const CLOCK = Symbol('the clock of a request');

/** On the response itself: V8's young collections take the values of a WeakMap as alive, and a clock holds its response. */
interface ClockedResponse extends Response {
  [CLOCK]?: Clock;
}

/**
 * Takes no time from a request that waits for others, which take longer on a slow machine.
 *
 * @returns to be called when its turn has come: its time begins
 */
export function holdTimeout(response: ClockedResponse): () => void {
  const clock = response[CLOCK];
  clock?.hold();
  return () => clock?.begin();
}

/**
 * Answers 503 when nothing else has answered in time. Streams that have begun are left alone. The time of a form begins when
 * it has come, files take theirs, and whoever reads them bounds it; and again when it is its turn (`holdTimeout`).
 */
export function requestTimeout(
  timeoutMs: number,
  filter: Pick<ProblemFilter, 'answer'>,
): RequestHandler {
  return (request, response: ClockedResponse, next) => {
    const answer = () => {
      if (!response.headersSent) filter.answer(timeoutOf(response), response);
    };
    const isForm = request.headers['content-type']?.startsWith('multipart/') === true;
    let timer = setTimeout(answer, isForm ? FORM_MS + timeoutMs : timeoutMs);
    let isHeld = false;
    const restart = () => {
      clearTimeout(timer);
      if (!isHeld && !response.closed) timer = setTimeout(answer, timeoutMs);
    };
    const turn = (held: boolean) => () => {
      isHeld = held;
      restart();
    };
    response[CLOCK] = { hold: turn(true), begin: turn(false) };
    if (isForm) request.once('end', restart);
    response.once('close', () => {
      request.off('end', restart);
      clearTimeout(timer);
    });
    next();
  };
}

/** One for all: `abort()` alone makes one with a stack for each request that was answered, in 20 µs. */
const ENDED = new DOMException('This operation was aborted', 'AbortError');

/**
 * A signal that aborts when the caller has gone or was answered, so that work for nobody stops.
 */
export function abortSignalOf(response: Response): AbortSignal {
  const controller = new AbortController();
  if (response.closed) controller.abort(ENDED);
  else response.once('close', () => controller.abort(ENDED));
  return controller.signal;
}

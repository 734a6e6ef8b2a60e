import { HealthChecks } from '@sextant/platform-runtime/health';
import type { RequestHandler } from 'express';

export interface Status {
  readonly name: string;
  readonly version: string;
  readonly status: 'ready' | 'not_ready' | 'draining';
}

/** Whoever asks more often gets what the last check found. */
const KEPT_MS = 1_000;

/**
 * Whether the service works, for everybody who may read its documentation: one word and no inner
 * detail. The dependencies are asked once a second at most, however many ask.
 */
export function statusPage(
  checks: Pick<HealthChecks, 'summary'>,
  { name, version }: Pick<Status, 'name' | 'version'>,
  nowMs: () => number = () => performance.now(),
): RequestHandler {
  let last: { readonly atMs: number; readonly found: Promise<Status['status']> } | undefined;
  const current = () => {
    if (last === undefined || nowMs() - last.atMs > KEPT_MS) {
      last = { atMs: nowMs(), found: checks.summary() };
    }
    return last.found;
  };
  return (request, response, next) => {
    if (!/^(GET|HEAD)$/.test(request.method)) {
      next();
      return;
    }
    Object.assign(request, { route: { path: '' } }); // what logs and metrics call it
    // Always 200: that the question was answered is one thing, what the answer is another.
    current()
      .then((status) => {
        const body: Status = { name, version, status };
        response.set('Cache-Control', 'no-store').json(body);
      })
      .catch(next);
  };
}

import { Problem } from '@sextant/platform-http/errors';
import { ENGINE_ERRORS } from '../errors/engine-errors.js';
import { PoolBusyError } from './program-pool.js';

/** What the caller is told when a process fails; an abort stays what it is. */
export function engineFailure(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted || error instanceof Problem) return error;
  if (error instanceof PoolBusyError) {
    const problem = error.isOwn ? ENGINE_ERRORS.queueFull : ENGINE_ERRORS.busy;
    return problem({ cause: error, headers: { 'Retry-After': String(error.seconds) } });
  }
  return ENGINE_ERRORS.engineFailed({ cause: error });
}

import { problem } from '@sextant/platform-http/errors';

/** Every failure of what speaks and listens. */
export const ENGINE_ERRORS = {
  queueFull: problem(
    'queue_full',
    429,
    'As many syntheses of this workspace wait as may. Try again after the time that Retry-After tells.',
  ),
  busy: problem('engine_busy', 503, 'The speech engine is busy. Try again in a few seconds.'),
  modelBusy: problem(
    'engine_busy',
    503,
    'The model of this voice is busy, and no speech came in time. Try again after the time that Retry-After tells.',
  ),
  engineLoading: problem(
    'engine_loading',
    503,
    'The model of this voice is being loaded. Try again after the time that Retry-After tells.',
  ),
  engineFailed: problem('upstream_failure', 502, 'The speech engine failed. Try again.'),
  engineUnavailable: problem(
    'engine_unavailable',
    503,
    'The engine of this voice is not available. Try again later.',
  ),
} as const;

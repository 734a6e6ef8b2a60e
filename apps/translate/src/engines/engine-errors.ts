import { problem } from '@sextant/platform-http/problem';

/** Why engines, and threads that search for them, give no answer. */
export const ENGINE_ERRORS = {
  /** About the text, not the engine: nobody should send it again. */
  refused: problem(
    'engine_refused',
    400,
    'The translation engine refused the text, perhaps because it is too long with its context. Shorten it.',
  ),
  unavailable: problem(
    'engine_unavailable',
    503,
    'The translation engine is not available. Try again later.',
  ),
  timeout: problem(
    'engine_timeout',
    503,
    'The translation engine did not answer in time. Try again later.',
  ),
  overloaded: problem(
    'engine_overloaded',
    503,
    'The translation engine is busy. Try again in a few seconds.',
  ),
} as const;

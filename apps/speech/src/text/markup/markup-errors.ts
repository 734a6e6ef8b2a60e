import { problem } from '@sextant/platform-http/errors';

/** Every failure of markup. */
export const MARKUP_ERRORS = {
  malformedSsml: problem('validation_failed', 400, 'The SSML is not well formed.'),
} as const;

import { problem } from '@sextant/platform-http/errors';

/** Every failure of synthesis, beside those of voices, models and engines. */
export const SYNTHESIS_ERRORS = {
  audioTooLong: problem('audio_too_long', 400, 'This would be too long to listen to.'),
} as const;

import { problem } from '@sextant/platform-http/errors';

/** Every failure of cloning, beside those of recordings and consents. */
export const CLONE_ERRORS = {
  tooManyVoices: problem(
    'voice_limit_reached',
    409,
    'This workspace has as many cloned voices as it may. Delete one.',
  ),
} as const;

import { problem } from '@sextant/platform-http/errors';

export const MAIL_ERRORS = {
  noSuppression: problem('suppression_not_found', 404, 'SUPPRESSION_NOT_FOUND'),
} as const;

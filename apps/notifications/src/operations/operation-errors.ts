import { problem } from '@sextant/platform-http/errors';

export const OPERATION_ERRORS = {
  noDeadLetter: problem('dead_letter_not_found', 404, 'DEAD_LETTER_NOT_FOUND'),
  noPush: problem('push_not_found', 404, 'PUSH_NOT_FOUND'),
} as const;

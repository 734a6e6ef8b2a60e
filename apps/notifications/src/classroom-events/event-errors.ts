import { problem } from '@sextant/platform-http/errors';

export const EVENT_ERRORS = {
  unusableEvent: problem('unusable_event', 400, 'The event cannot be used.'),
} as const;

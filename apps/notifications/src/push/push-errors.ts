import { problem } from '@sextant/platform-http/errors';

export const PUSH_ERRORS = {
  noSubscription: problem('no_subscription', 409, 'NO_PUSH_SUBSCRIPTION'),
} as const;

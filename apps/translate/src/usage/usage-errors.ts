import { problem } from '@sextant/platform-http/errors';

export const METERING_ERRORS = {
  quotaExceeded: problem('quota_exceeded', 456, 'Quota for this billing period has been exceeded.'),
} as const;

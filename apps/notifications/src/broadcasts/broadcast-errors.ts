import { problem } from '@sextant/platform-http/errors';

export const BROADCAST_ERRORS = {
  noJob: problem('job_not_found', 404, 'JOB_NOT_FOUND'),
  jobBegun: problem('job_begun', 409, 'JOB_BEGUN'),
  tooManyMessages: problem('too_many_messages', 429, 'TOO_MANY_MESSAGES'),
} as const;

import { problem } from '@sextant/platform-errors';

/** The messages of spec 2, part 7, and those of the parts that it leaves open. */
export const NOTIFICATION_ERRORS = {
  permissionDenied: problem('permission_denied', 403, 'PERMISSION_DENIED'),
  notFound: problem('notification_not_found', 404, 'NOTIFICATION_NOT_FOUND'),
  serviceToken: problem(
    'service_token',
    401,
    'Send the service token: Authorization: Bearer <token>.',
  ),
  noDeadLetter: problem('dead_letter_not_found', 404, 'DEAD_LETTER_NOT_FOUND'),
  noPush: problem('push_not_found', 404, 'PUSH_NOT_FOUND'),
  noCalendar: problem('calendar_not_found', 404, 'CALENDAR_NOT_FOUND'),
  noJob: problem('job_not_found', 404, 'JOB_NOT_FOUND'),
  jobBegun: problem('job_begun', 409, 'JOB_BEGUN'),
  tooManyMessages: problem('too_many_messages', 429, 'TOO_MANY_MESSAGES'),
  tooManySearches: problem('too_many_searches', 429, 'TOO_MANY_SEARCHES'),
  searchTooSlow: problem('search_too_slow', 422, 'SEARCH_TOO_SLOW'),
  noSuppression: problem('suppression_not_found', 404, 'SUPPRESSION_NOT_FOUND'),
  unusableEvent: problem('unusable_event', 400, 'The event cannot be used.'),
  noSubscription: problem('no_subscription', 409, 'NO_PUSH_SUBSCRIPTION'),
} as const;

const required = problem('field_required', 400, 'FIELD_REQUIRED');
const invalid = problem('field_invalid', 400, 'FIELD_INVALID');

/** @param field the member of the body or the query as callers spell it */
export const fieldRequired = (field: string) => required({ message: `FIELD_REQUIRED(${field})` });

/** @param at where in it, when it is a list of many: a JSON Pointer within the field */
export const fieldInvalid = (field: string, at?: string) =>
  invalid({
    message: `FIELD_INVALID(${field})`,
    ...(at === undefined ? {} : { details: { at } }),
  });

import { problem } from '@sextant/platform-http/errors';

export const CALENDAR_ERRORS = {
  noCalendar: problem('calendar_not_found', 404, 'CALENDAR_NOT_FOUND'),
} as const;

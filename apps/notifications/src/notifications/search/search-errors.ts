import { problem } from '@sextant/platform-http/errors';

export const SEARCH_ERRORS = {
  tooManySearches: problem('too_many_searches', 429, 'TOO_MANY_SEARCHES'),
  searchTooSlow: problem('search_too_slow', 422, 'SEARCH_TOO_SLOW'),
} as const;

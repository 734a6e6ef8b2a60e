import { problem } from '@sextant/platform-http/problem';

export const MARKUP_ERRORS = {
  malformed: problem('malformed_markup', 400, 'Tag handling failed.'),
} as const;

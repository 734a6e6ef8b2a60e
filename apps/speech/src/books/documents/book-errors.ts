import { problem } from '@sextant/platform-http/errors';

/** Every failure that books can report, beside those of synthesis. */
export const BOOK_ERRORS = {
  notFound: problem('book_not_found', 404, 'No such book.'),
  notReady: problem('book_not_ready', 409, 'This book is not complete yet.'),
  unreadable: problem('unsupported_document', 422, 'The document cannot be read.'),
  tooLong: problem('book_too_long', 400, 'The document is too long.'),
  limitReached: problem(
    'book_limit_reached',
    429,
    'As many books of this workspace are unfinished as may be. Wait for one, or delete one.',
  ),
} as const;

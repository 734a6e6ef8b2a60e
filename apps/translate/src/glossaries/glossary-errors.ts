import { problem } from '@sextant/platform-http/errors';

/** Every failure that glossaries can report. `detail` is a member of the answer, as published. */
export const GLOSSARY_ERRORS = {
  notFound: problem('glossary_not_found', 404, 'Glossary not found.'),
  /** Of a translation; `dictionaryNotFound` is for the glossary's own paths. */
  pairMismatch: problem('glossary_pair_mismatch', 400, 'No dictionary found for language pair'),
  dictionaryNotFound: problem(
    'glossary_dictionary_not_found',
    404,
    'Glossary dictionary not found for this language pair.',
  ),
  invalidEntries: problem('glossary_entries_invalid', 400, 'Invalid glossary entries provided'),
  badRequest: problem('glossary_invalid', 400, 'Bad request'),
  tooLarge: problem('glossary_too_large', 413, 'Glossary size exceeds 10485760 bytes.'),
  tooMany: problem(
    'glossary_quota_exceeded',
    456,
    'Quota exceeded: an account holds at most 1000 glossaries. Delete one first.',
  ),
} as const;

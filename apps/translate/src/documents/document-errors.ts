import { problem } from '@sextant/platform-http/problem';

/** What is wrong with what is asked of a document. */
export const DOCUMENT_ERRORS = {
  sameLanguage: problem('document_same_language', 400, 'Source and target language are equal.'),
  tooManyCharacters: problem('document_too_long', 413, 'The document has too many characters.'),
  notFound: problem('document_not_found', 404, 'Not found'),
  failed: problem('document_failed', 404, 'The document could not be translated.'),
  noAlignment: problem(
    'document_without_alignment',
    404,
    "No alignment is kept of this document: 'show_alignment' was not asked for.",
  ),
  limit: problem(
    'documents_limit',
    429,
    'As many documents as may be at once are waiting or being translated. Wait for one to end.',
  ),
  storageLimit: problem(
    'documents_storage_limit',
    429,
    'Too much is stored for you. Download or delete translated documents.',
  ),
  watchLimit: problem(
    'documents_watch_limit',
    429,
    'As many documents as may be at once are being watched. Ask for their state instead.',
  ),
  textChanged: problem(
    'document_text_changed',
    409,
    'Somebody else has changed this text meanwhile. Its translation is in `detail`: send it as `base` to replace it.',
  ),
  draftsLimit: problem(
    'document_drafts_limit',
    413,
    'The corrections of this document are much longer than its texts. Shorten some of them.',
  ),
  notReady: problem('document_not_ready', 503, 'Document is not ready yet. Try again later.'),
} as const;

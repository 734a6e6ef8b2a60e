import { problem } from '@sextant/platform-http/errors';

export const LIBRETRANSLATE_ERRORS = {
  languageUnsupported: problem('language_unsupported', 400, 'The language is not supported.'),
  fileFailed: problem('file_failed', 400, 'The file could not be translated.'),
} as const;

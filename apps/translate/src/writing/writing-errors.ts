import { problem } from '@sextant/platform-http/errors';

/** What is wrong with a request to improve a text. */
export const WRITING_ERRORS = {
  languageUnsupported: problem(
    'write_lang_unsupported',
    400,
    "Value for 'target_lang' not supported.",
  ),
  /** Its message names the language and the parameter. */
  wordingUnsupported: problem('wording_unsupported', 400, 'This wording is not supported.'),
  styleAndTone: problem(
    'style_and_tone',
    400,
    'Bad request. Reason: Both writing_style and tone defined. Currently only style OR tone can be chosen for a single request.',
  ),
} as const;

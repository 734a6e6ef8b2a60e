import { problem } from '@sextant/platform-http/problem';

/** Languages that nothing here knows. Messages name the field as the real service does. */
export const LANGUAGE_ERRORS = {
  sourceUnsupported: problem(
    'source_lang_unsupported',
    400,
    "Value for 'source_lang' not supported.",
  ),
  targetUnsupported: problem(
    'target_lang_unsupported',
    400,
    "Value for 'target_lang' not supported.",
  ),
} as const;

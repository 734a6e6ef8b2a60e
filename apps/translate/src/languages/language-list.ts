import type { Kind } from '@sextant/platform-runtime/config';
import { parseLanguage, type LanguageTag } from './language.js';

/** Languages of a setting. */
export const languages: Kind<readonly LanguageTag[]> = {
  expected: 'a comma-separated list of language codes',
  parse: (value) => {
    const parsed = value.split(',').map((code) => parseLanguage(code.trim()));
    return parsed.every((language) => language !== undefined) ? parsed : undefined;
  },
};

const NONE = 'none';

/** The same, or `none`. */
export const languagesOrNone: Kind<readonly LanguageTag[]> = {
  expected: `${languages.expected}, or ${NONE}`,
  parse: (value) => (value === NONE ? [] : languages.parse(value)),
};

import { ValidateBy } from 'class-validator';
import { CLONE_LOCALES, espeakLanguage } from './espeak-languages.js';

const NAMES = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** A locale whose language clones can speak. */
export const IsCloneLocale = () =>
  ValidateBy({
    name: 'isCloneLocale',
    validator: {
      validate: (value) => typeof value === 'string' && espeakLanguage(value) !== undefined,
      defaultMessage: () =>
        `locale must be one of these, or of their regions: ${CLONE_LOCALES.join(', ')}`,
    },
  });

/** A language that there is (CLDR), whether or not it is one of the voice. */
export const IsLanguage = () =>
  ValidateBy({
    name: 'isLanguage',
    validator: {
      validate: isLanguage,
      defaultMessage: () => 'language must begin with the code of a language, such as en or pt-BR',
    },
  });

function isLanguage(value: unknown): boolean {
  const [code = ''] = typeof value === 'string' ? value.split(/[-_]/) : [];
  return /^[a-z]{2,3}$/i.test(code) && NAMES.of(code.toLowerCase()) !== undefined;
}

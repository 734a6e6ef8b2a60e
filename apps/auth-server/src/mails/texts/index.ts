import type { FactorChange } from '../account-mailer.js';
import type { AccountMailTexts, FactorChangeTexts } from './account-mail-texts.js';
import { ar, arChanges } from './ar.js';
import { de, deChanges } from './de.js';
import { en, enChanges } from './en.js';
import { es, esChanges } from './es.js';
import { fr, frChanges } from './fr.js';
import { pt, ptChanges } from './pt.js';
import { ru, ruChanges } from './ru.js';

/** The mails to people with accounts, by language. */
export const MAIL_TEXTS: Readonly<Record<string, AccountMailTexts>> = {
  en,
  es,
  de,
  fr,
  pt,
  ru,
  ar,
};

export const FACTOR_CHANGES: Readonly<Record<string, FactorChangeTexts>> = {
  en: enChanges,
  es: esChanges,
  de: deChanges,
  fr: frChanges,
  pt: ptChanges,
  ru: ruChanges,
  ar: arChanges,
};

export const factorChangeText = (language: string, { kind, by = '' }: FactorChange): string =>
  (FACTOR_CHANGES[language] ?? enChanges)[kind].replace('{by}', () => by);

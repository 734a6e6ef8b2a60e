import type { MailText } from '@sextant/platform-mail';
import type { FactorChange, MAILS } from '../postbox.js';
import { ar, arChanges } from './ar.js';
import { de, deChanges } from './de.js';
import { en, enChanges } from './en.js';
import { es, esChanges } from './es.js';
import { fr, frChanges } from './fr.js';
import { pt, ptChanges } from './pt.js';
import { ru, ruChanges } from './ru.js';

/** All mails of one language: the compiler misses those that are not there. */
export type AccountMailTexts = Readonly<Record<(typeof MAILS)[number], MailText>>;

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

/** What a mail says of a changed sign-in; `{by}` stands for the other provider. */
export type FactorChangeTexts = Readonly<Record<FactorChange['kind'], string>>;

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

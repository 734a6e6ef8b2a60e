import type { MailText } from '@sextant/platform-mail';
import type { MAILS } from '../domain/postbox.js';
import { ar } from './ar.js';
import { de } from './de.js';
import { en } from './en.js';
import { es } from './es.js';
import { fr } from './fr.js';
import { pt } from './pt.js';
import { ru } from './ru.js';

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

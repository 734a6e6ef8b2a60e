import type { MailText } from '@sextant/platform-mail';
import type { FactorChange, MAILS } from '../account-mailer.js';

/** All mails of one language: the compiler misses those that are not there. */
export type AccountMailTexts = Readonly<Record<(typeof MAILS)[number], MailText>>;

/** What a mail says of a changed sign-in; `{by}` stands for the other provider. */
export type FactorChangeTexts = Readonly<Record<FactorChange['kind'], string>>;

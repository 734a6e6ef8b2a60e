import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ConfigError, forSetting } from '@sextant/platform-runtime/config';
import { FolderTransport } from './folder-transport.js';
import type { MailConfig } from './mail-settings.js';
import type { MailTransport } from './mail-transport.js';
import { SmtpTransport } from './smtp-transport.js';

const DEVELOPMENT_SENDER = 'Sextant <no-reply@sextant.localhost>';

/** Where mails go, and the mailbox that a page may show. */
export interface MailRoute {
  readonly transport: MailTransport;
  readonly mailbox?: FolderTransport;
}

/**
 * SMTP where a server is named, else the folder of development; `undefined` in production without a
 * server: the app then offers nothing that needs e-mail.
 *
 * @throws {ConfigError} when a setting is missing beside another, or the DKIM key cannot be read
 */
export function mailRouteOf(config: MailConfig, isProduction: boolean): MailRoute | undefined {
  const { smtpUrl: url, mailFrom, mailDir } = config;
  if (url === undefined) {
    if (isProduction) return undefined;
    const mailbox = new FolderTransport(mailDir, mailFrom ?? DEVELOPMENT_SENDER);
    return { transport: mailbox, mailbox };
  }
  if (mailFrom === undefined) throw new ConfigError(['MAIL_FROM: must be set with SMTP_URL.']);
  const { mailDkimKeyFile: file, mailDkimSelector: selector } = config;
  const dkim =
    file === undefined
      ? undefined
      : { selector, privateKey: forSetting('MAIL_DKIM_KEY_FILE', () => privateKeyOf(file)) };
  return { transport: new SmtpTransport({ url, from: mailFrom, dkim }) };
}

/** @throws {Error} for a file without a key: each mail would fail, much later */
function privateKeyOf(file: string): string {
  const pem = readFileSync(file, 'utf8');
  try {
    createPrivateKey(pem);
    return pem;
  } catch (cause) {
    throw new Error(`${file} must hold a private key in PEM, without a password.`, { cause });
  }
}

import { optional, text, url, type ConfigOf, settingsOf } from '@sextant/platform-runtime/config';

const MAILBOX = '.data/mail';

/** How an app sends e-mail. Without `SMTP_URL` it sends none in production; elsewhere mails go into a folder. */
export const mailSettings = {
  smtpUrl: optional(
    url(['smtp', 'smtps'], {
      env: 'SMTP_URL',
      description:
        'Mail server; without one no e-mail is sent in production. TLS is required; `?tls=off` sends in the clear.',
      example: 'smtp://user:password@mail.example.org:587',
      secret: true,
    }),
  ),
  mailFrom: optional(
    text({
      env: 'MAIL_FROM',
      description: 'Sender of all e-mail; required with SMTP_URL.',
      example: 'Example School <no-reply@example.org>',
    }),
  ),
  mailDir: text({
    env: 'MAIL_DIR',
    description:
      'Folder that mails are written to without SMTP_URL, for development; nothing in production.',
    example: MAILBOX,
    default: MAILBOX,
  }),
  mailTemplates: optional(
    text({
      env: 'MAIL_TEMPLATES',
      description: 'Folder with templates of e-mail that take the place of ours.',
      example: '/etc/sextant/mail',
    }),
  ),
  mailDkimKeyFile: optional(
    text({
      env: 'MAIL_DKIM_KEY_FILE',
      description:
        'PEM file with the private key that signs mails (DKIM), for the domain of MAIL_FROM.',
      example: '/run/secrets/dkim.pem',
    }),
  ),
  mailDkimSelector: text({
    env: 'MAIL_DKIM_SELECTOR',
    description: 'Selector of the DKIM key: its public half is at <selector>._domainkey.<domain>.',
    example: 'mail',
    default: 'mail',
  }),
};

export type MailConfig = ConfigOf<typeof mailSettings>;

/** The values of `mailSettings`, for injection. */
export class MailSettings extends settingsOf(mailSettings) {}

import type { SendMailOptions, Transporter } from 'nodemailer';
import { MailRefused, type MailTransport, type OutgoingMail } from './mail-transport.js';

export interface DkimKey {
  readonly selector: string;
  readonly privateKey: string;
}

export interface SmtpOptions {
  /** `smtp://` (STARTTLS, unless `?tls=off`) or `smtps://`, with user and password where they are needed. */
  readonly url: string;
  /** Sender, such as `School <no-reply@example.org>`. */
  readonly from: string;
  readonly dkim?: DkimKey | undefined;
  /** How long a server may be silent, in milliseconds. */
  readonly silenceMs?: number;
}

const SILENCE_MS = 15_000;

/** Sends mails over SMTP (RFC 5321), a connection for each. */
export class SmtpTransport implements MailTransport {
  #transporter: Transporter | undefined;
  readonly #server: ReturnType<typeof serverOf>;

  /** @throws {Error} for an address that cannot be read: the start tells, not each mail that waits in vain */
  constructor(private readonly options: SmtpOptions) {
    this.#server = serverOf(new URL(options.url));
  }

  /** With the first mail: its client is not loaded before. */
  async #opened(): Promise<Transporter> {
    const { silenceMs = SILENCE_MS } = this.options;
    const { createTransport } = await import('nodemailer');
    return createTransport({
      ...this.#server,
      connectionTimeout: silenceMs,
      greetingTimeout: silenceMs,
      socketTimeout: silenceMs,
      dnsTimeout: silenceMs,
      disableFileAccess: true,
      disableUrlAccess: true,
      ...dkimOf(this.options),
    });
  }

  async send(mail: OutgoingMail): Promise<void> {
    const transporter = (this.#transporter ??= await this.#opened());
    try {
      await transporter.sendMail(messageOf(mail, this.options.from));
    } catch (error) {
      throw isFinal(error) ? new MailRefused(String(error), { cause: error }) : error;
    }
  }
}

function serverOf(url: URL) {
  const isSecure = url.protocol === 'smtps:';
  const isPlain = url.searchParams.get('tls') === 'off';
  const user = decodeURIComponent(url.username);
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? (isSecure ? 465 : 587) : Number(url.port),
    secure: isSecure,
    requireTLS: !isSecure && !isPlain,
    ignoreTLS: !isSecure && isPlain,
    ...(user === '' ? {} : { auth: { user, pass: decodeURIComponent(url.password) } }),
  };
}

function dkimOf({ dkim, from }: SmtpOptions) {
  if (dkim === undefined) return {};
  const { selector: keySelector, privateKey } = dkim;
  return { dkim: { domainName: domainOf(from), keySelector, privateKey } };
}

/** What follows the last @ of a sender. */
const domainOf = (from: string): string => /@([^@\s>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';

/** An address as an object is one address, whatever characters are in it: never a list or a header. */
export const messageOf = (mail: OutgoingMail, from: string): SendMailOptions => ({
  from,
  to: { name: '', address: mail.to },
  subject: mail.subject,
  text: mail.text,
  html: mail.html,
  date: mail.date,
  messageId: `<${mail.id}@${domainOf(from)}>`,
  headers: {
    ...mail.headers,
    'Content-Language': mail.language,
    // RFC 3834: no holiday answers, please.
    'Auto-Submitted': 'auto-generated',
  },
});

/**
 * Only what the server says for good of this recipient or this message. A refused sender or password
 * is the operator's to mend: the mail waits for that.
 */
function isFinal(error: unknown): boolean {
  const { responseCode = 0, command = '' } = error as {
    readonly responseCode?: number;
    readonly command?: string;
  };
  return responseCode >= 500 && ['RCPT TO', 'DATA'].includes(command);
}

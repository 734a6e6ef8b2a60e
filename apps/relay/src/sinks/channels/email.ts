import { createTransport } from 'nodemailer';
import { eventId } from '../../events/event.js';
import { viewOf } from '../../events/event-view.js';
import type { Outcome } from '../../delivery/sink.js';
import { channel } from '../base/channel.js';
import { titleOf } from '../http/posting.js';

/**
 * E-mail by SMTP (RFC 5321), with TLS unless the address says otherwise. What belongs to one thing is
 * one conversation (RFC 5322, section 3.6.4), and a message that is sent again has the same Message-ID.
 */
export const email = channel({
  name: 'email',
  title: 'E-mail (SMTP)',
  titles: ['Email'],
  options: {
    smtp_url: {
      kind: 'text',
      description:
        'Server, as smtps://user:password@host:465, or smtp:// with STARTTLS; ?tls=none for neither.',
      example: 'smtps://relay:xxx@mail.example:465',
      secret: true,
    },
    from: { kind: 'text', description: 'Sender.', example: 'Relay <relay@example.com>' },
    to: { kind: 'texts', description: 'Recipients.', example: 'oncall@example.com' },
    subject: {
      kind: 'template',
      description: 'Template of the subject; the first line of the message if absent.',
      example: '{{ .data.labels.alertname }}',
    },
  },
  needs: ['smtp_url', 'from'],
  target: 'addresses, with commas between those of one message',
  isChat: true,
  escape: 'plain',
  complaint: ({ smtp_url: url = '', to }) => {
    if (!/^smtps?:\/\/[^/]+/.test(url) || !URL.canParse(url)) {
      return '--email-out-smtp-url must begin with smtp:// or smtps://';
    }
    return to === undefined ? '--email-out-from needs --email-out-to' : undefined;
  },
  open: ({ smtp_url: url = '', from = '', to = [], subject }, { timeoutMs }) => {
    const transport = transportOf(url, timeoutMs);
    const domain = /@([\w.-]+)/.exec(from)?.[1] ?? 'relay';
    const idOf = (...parts: readonly string[]) => `<${eventId('email', ...parts)}@${domain}>`;
    return {
      targets: [to.join(', ')],
      limits: () => [{ name: 'email', capacity: 10, perSecond: 2 }],
      compose({ target, text, event, part = 0 }) {
        const thread = idOf(event.key);
        const mail = {
          from,
          to: target,
          subject: titleOf(subject?.(viewOf(event)) ?? text, 200),
          text,
          messageId: idOf(event.id, target, String(part)),
          inReplyTo: thread,
          references: [thread],
          headers: { 'Auto-Submitted': 'auto-generated' },
          disableFileAccess: true,
          disableUrlAccess: true,
        };
        return async () => {
          try {
            const info = await transport.sendMail(mail);
            return { kind: 'delivered', reply: { messageId: info.messageId } };
          } catch (error) {
            return outcomeOf(error);
          }
        };
      },
      close() {
        transport.close();
        return Promise.resolve();
      },
    };
  },
});

function transportOf(address: string, timeoutMs: number) {
  const { protocol, hostname, port, username, password, searchParams } = new URL(address);
  const secure = protocol === 'smtps:';
  const isPlain = searchParams.get('tls') === 'none';
  return createTransport({
    pool: true,
    maxConnections: 2,
    host: hostname,
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    ...(isPlain ? { ignoreTLS: true } : { requireTLS: !secure }),
    ...(username === ''
      ? {}
      : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
}

/** RFC 5321, section 4.2.1: 4yz passes, 5yz does not; no answer at all passes. */
function outcomeOf(error: unknown): Outcome {
  const { responseCode, code, message } = error as {
    readonly responseCode?: number;
    readonly code?: string;
    readonly message: string;
  };
  // What the server says of sign-in or TLS is no word on the message.
  const isOfMessage = code === 'EENVELOPE' || code === 'EMESSAGE';
  const isRefused = isOfMessage && (responseCode ?? 500) >= 500;
  return { kind: isRefused ? 'dead' : 'retry', reason: message.slice(0, 300) };
}

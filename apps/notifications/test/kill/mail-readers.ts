import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  readonly to: string;
  readonly subject: string;
  readonly messageId: string;
}

/** A mail server that keeps what it takes. */
export interface MailReaders {
  /** For `SMTP_URL`. */
  readonly url: string;
  readonly received: readonly ReceivedMail[];
  close(): Promise<void>;
}

export async function startMailReaders(): Promise<MailReaders> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onData: (stream, session, done) => {
      const keep = async () => {
        const { subject = '', messageId = '' } = await PostalMime.parse(await text(stream));
        const [to] = session.envelope.rcptTo;
        received.push({ to: to?.address ?? '', subject, messageId });
      };
      // Whoever is killed in the middle of a mail has sent none.
      keep().then(() => done(), done);
    },
  });
  // A client that is killed hangs up.
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}/?tls=off`,
    received,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

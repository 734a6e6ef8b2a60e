import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface Received {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
  readonly mail: Email;
}

export interface SmtpStub {
  /** For `SMTP_URL`. */
  readonly url: string;
  readonly port: number;
  readonly received: readonly Received[];
  close(): Promise<void>;
}

/** A mail server that keeps what it takes; the options change what it answers. */
export async function smtpStub(
  options: SMTPServerOptions = {},
  { port = 0, query = '?tls=off', user = '' } = {},
): Promise<SmtpStub> {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    disableReverseLookup: true,
    onData: (stream, session, done) => {
      text(stream)
        .then(async (raw) => {
          const { mailFrom, rcptTo } = session.envelope;
          received.push({
            from: mailFrom === false ? '' : mailFrom.address,
            to: rcptTo.map(({ address }) => address),
            raw,
            mail: await PostalMime.parse(raw),
          });
          done();
        })
        .catch(done);
    },
    ...options,
  });
  server.on('error', () => undefined); // a client that hangs up is what some tests are about
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const own = (server.server.address() as AddressInfo).port;
  return {
    url: `smtp://${user}127.0.0.1:${own}/${query}`,
    port: own,
    received,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** An answer of the server, such as `550 No such user`. */
export const answer = (code: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode: code });

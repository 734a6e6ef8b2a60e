import { EventEmitter, once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface MailServer {
  readonly env: Readonly<Record<string, string>>;
  /** All mails to an address so far. */
  to(address: string): readonly Email[];
  /** The next mail to an address that was not given out yet. */
  next(address: string): Promise<Email>;
  /** Until it is told otherwise it refuses mails for now. */
  isAway: boolean;
  close(): Promise<void>;
}

/** A mail server on this machine: what auth-server sends really goes over SMTP. */
export async function mailServer(): Promise<MailServer> {
  const mails = new Map<string, Email[]>();
  const given = new Map<string, number>();
  const arrivals = new EventEmitter();
  arrivals.setMaxListeners(0);
  const state = { isAway: false };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    onData: (stream, { envelope }, done) => {
      text(stream)
        .then(async (raw) => {
          if (state.isAway) throw Object.assign(new Error('Later'), { responseCode: 451 });
          const mail = await PostalMime.parse(raw);
          for (const address of envelope.rcptTo.map((one) => one.address.toLowerCase())) {
            mails.set(address, [...(mails.get(address) ?? []), mail]);
            arrivals.emit(address);
          }
          done();
        })
        .catch(done);
    },
  });
  server.on('error', () => undefined); // a client that is closed meanwhile hangs up
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return Object.assign(state, {
    env: {
      SMTP_URL: `smtp://127.0.0.1:${port}/?tls=off`,
      MAIL_FROM: 'Sextant <no-reply@sextant.example>',
    },
    to: (address: string) => mails.get(address.toLowerCase()) ?? [],
    async next(recipient: string): Promise<Email> {
      const address = recipient.toLowerCase();
      const index = given.get(address) ?? 0;
      given.set(address, index + 1);
      for (;;) {
        const mail = mails.get(address)?.[index];
        if (mail !== undefined) return mail;
        await once(arrivals, address);
      }
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  });
}

/** The path of the link in a mail. */
export function linkOf({ text: body = '' }: Email): string {
  const [link] = /https?:\/\/\S+/.exec(body) ?? [];
  if (link === undefined) throw new Error(`There is no link: ${body}`);
  const { pathname, search } = new URL(link);
  return `${pathname}${search}`;
}

import type { Request, RequestHandler } from 'express';
import { escapeHtml } from './escape-html.js';
import type { FolderTransport } from './folder-transport.js';
import type { OutgoingMail } from './mail-transport.js';

export interface MailboxPageOptions {
  readonly path: string;
  /** Without one there is no such page. */
  readonly mailbox: FolderTransport | undefined;
  readonly isProduction: boolean;
}

const LOOPBACK_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/;
const LOOPBACK_PEER = /^(::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/;

/**
 * Shows the mails of a development mailbox, to a browser of this machine alone: they hold links that
 * open accounts. Production has no such page.
 */
export const mailboxPage =
  ({ path, mailbox, isProduction }: MailboxPageOptions): RequestHandler =>
  (request, response, next) => {
    const isServed = mailbox !== undefined && !isProduction && request.method === 'GET';
    if (request.path !== path || !isServed || !isOfThisMachine(request)) {
      next();
      return;
    }
    mailbox
      .list()
      .then((mails) => {
        response.set({
          'Cache-Control': 'no-store',
          'Content-Security-Policy':
            "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
          'Referrer-Policy': 'no-referrer',
        });
        response.type('html').send(pageOf(mails));
      })
      .catch(next);
  };

/** Another site's name may lead here as well ("DNS rebinding"). */
const isOfThisMachine = ({ ip = '', headers: { host = '' } }: Request): boolean =>
  LOOPBACK_PEER.test(ip) && LOOPBACK_HOST.test(host);

const pageOf = (mails: readonly OutgoingMail[]): string => `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Mails of this machine</title>
    <style>
      body { font: 1rem/1.5 system-ui, sans-serif; max-width: 45rem; margin: 2rem auto; padding: 0 1rem; }
      pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; }
      article { border-top: 1px solid #888; }
    </style>
  </head>
  <body>
    <h1>Mails of this machine</h1>
    <p>For development: nothing of this was sent. Newest first.</p>
    ${mails.length === 0 ? '<p>There are none yet.</p>' : mails.map(articleOf).join('\n')}
  </body>
</html>`;

const articleOf = ({ subject, to, text, language, date }: OutgoingMail): string => `<article>
      <h2>${escapeHtml(subject)}</h2>
      <p>To ${escapeHtml(to)}, ${date.toISOString()}</p>
      <pre lang="${escapeHtml(language)}" dir="auto">${linked(escapeHtml(text))}</pre>
    </article>`;

const linked = (text: string): string =>
  text.replaceAll(/https?:\/\/[^\s<]+/g, (address) => `<a href="${address}">${address}</a>`);

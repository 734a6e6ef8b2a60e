import PostalMime, { type Attachment, type Email } from 'postal-mime';
import type { Bounce, Report } from './mail.js';

/** Full mailboxes, long mails and policies (RFC 3463): the address itself is right. */
const PASSING = /^5\.(2\.2|3\.4|7\.\d+)$/;
const MAX_REASON = 500;
/** Each is looked up, and a mail of ours went to one address: an alias may have made some more of it. */
export const MAX_BOUNCES = 100;
/** What is returned of the mail (RFC 3462, RFC 6533). */
const RETURNED = /^(message\/(rfc822|global|global-headers)|text\/rfc822-headers)$/;

/**
 * What a delivery status notification says (RFC 3464): an address for each recipient whose delivery failed.
 *
 * @param message the whole mail
 * @returns `undefined` for a mail that is no such report, or none that can be read
 */
export async function readReport(message: Buffer): Promise<Report | undefined> {
  const mail = await parsed(message);
  const attachments = mail?.attachments ?? [];
  const status = attachments.find(({ mimeType }) => mimeType === 'message/delivery-status');
  // `attachmentEncoding` sees to its being text.
  if (typeof status?.content !== 'string') return undefined;
  const bounces = status.content
    .split(/\r?\n\r?\n/)
    .map(fieldsOf)
    .flatMap(bounceOf)
    .slice(0, MAX_BOUNCES);
  return { messageId: messageIdOf(attachments), bounces };
}

/** The parser gives up what is nested too deep or has too many headers: a mail server would send it again for days. */
const parsed = (message: Buffer): Promise<Email | undefined> =>
  PostalMime.parse(message, { forceRfc822Attachments: true, attachmentEncoding: 'utf8' }).catch(
    () => undefined,
  );

/** Of the mail that came back. */
function messageIdOf(attachments: readonly Attachment[]): string | undefined {
  const returned = attachments.find(({ mimeType }) => RETURNED.test(mimeType));
  if (typeof returned?.content !== 'string') return undefined;
  const [head = ''] = returned.content.trimStart().split(/\r?\n\r?\n/, 1);
  return fieldsOf(head).get('message-id');
}

/** Header fields, whose lines may be folded. */
function fieldsOf(group: string): ReadonlyMap<string, string> {
  const lines = group.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  return new Map(
    lines.map((line) => {
      const [name = '', ...value] = line.split(':');
      return [name.trim().toLowerCase(), value.join(':').trim()];
    }),
  );
}

function bounceOf(fields: ReadonlyMap<string, string>): readonly Bounce[] {
  const address = addressOf(fields);
  if (address === undefined || fields.get('action')?.toLowerCase() !== 'failed') return [];
  const status = fields.get('status') ?? '';
  const reason = `${status} ${fields.get('diagnostic-code') ?? ''}`.trim().slice(0, MAX_REASON);
  const isFinal = status.startsWith('5.') && !PASSING.test(status);
  return [{ address, kind: isFinal ? 'permanent' : 'temporary', reason }];
}

/** Where it was forwarded, the original one is what we wrote to. */
function addressOf(fields: ReadonlyMap<string, string>): string | undefined {
  const named = fields.get('original-recipient') ?? fields.get('final-recipient') ?? '';
  return /^rfc822\s*;\s*(\S+)$/i.exec(named)?.[1];
}

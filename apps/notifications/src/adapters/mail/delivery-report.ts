import PostalMime from 'postal-mime';
import type { Bounce } from '../../domain/bounces.js';

/** Full mailboxes, long mails and policies (RFC 3463): the address itself is right. */
const PASSING = /^5\.(2\.2|3\.4|7\.\d+)$/;
const MAX_REASON = 500;

/**
 * What a delivery status notification says (RFC 3464): an address for each recipient whose delivery failed.
 *
 * @param message the whole mail, as bytes or as text
 * @returns `undefined` for a mail that is no such report
 */
export async function bouncesOf(message: Buffer): Promise<readonly Bounce[] | undefined> {
  const { attachments } = await PostalMime.parse(message, {
    forceRfc822Attachments: true,
    attachmentEncoding: 'utf8',
  });
  const status = attachments.find(({ mimeType }) => mimeType === 'message/delivery-status');
  // `attachmentEncoding` sees to its being text.
  if (typeof status?.content !== 'string') return undefined;
  return status.content
    .split(/\r?\n\r?\n/)
    .map(fieldsOf)
    .flatMap(bounceOf);
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
  const [, address] = /^rfc822\s*;\s*(\S+)$/i.exec(fields.get('final-recipient') ?? '') ?? [];
  if (address === undefined || fields.get('action')?.toLowerCase() !== 'failed') return [];
  const status = fields.get('status') ?? '';
  const reason = `${status} ${fields.get('diagnostic-code') ?? ''}`.trim().slice(0, MAX_REASON);
  const isFinal = status.startsWith('5.') && !PASSING.test(status);
  return [{ address, kind: isFinal ? 'permanent' : 'temporary', reason }];
}

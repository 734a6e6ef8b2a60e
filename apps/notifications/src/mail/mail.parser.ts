import type { Bounce } from './mail.js';
import { membersOf, requireMembers, refuseOthers, own, isText, text } from '../http/fields.js';
import { fieldInvalid } from '../http/field-errors.js';
import { addressOf } from '../people/accounts.parser.js';

const MAX_REASON = 500;

/** RFC 5322, section 3.6.4, roughly; some providers leave the brackets out. */
const MESSAGE_ID = /^\s*(<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)\s*$/;

const KINDS = ['permanent', 'temporary', 'complaint'] as const;

export interface NamedBounce {
  readonly bounce: Bounce;
  /** Of the mail that came back. */
  readonly messageId: string;
}

/** The body of `POST /internal/mail/bounces`. */
export function parseBounce(body: unknown): NamedBounce {
  const members = membersOf(body);
  requireMembers(members, ['address', 'kind', 'messageId']);
  refuseOthers(members, ['address', 'kind', 'reason', 'messageId']);
  const kind = KINDS.find((one) => one === own(members, 'kind'));
  if (kind === undefined) throw fieldInvalid('kind');
  const reason = own(members, 'reason') ?? '';
  if (reason !== '' && !isText(reason, MAX_REASON)) throw fieldInvalid('reason');
  const messageId = text(members, 'messageId', MAX_REASON);
  if (!MESSAGE_ID.test(messageId)) throw fieldInvalid('messageId');
  return { bounce: { address: addressOf(members, 'address'), kind, reason }, messageId };
}

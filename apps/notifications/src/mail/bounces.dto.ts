import { IsIn } from 'class-validator';
import { isText } from '../http/fields.js';
import { Required, Rule, Text } from '../http/rules.js';
import { isAddress } from '../people/address.js';
import type { Bounce } from './mail.js';

const MAX_REASON = 500;
/** RFC 5322, section 3.6.4, roughly; some providers leave the brackets out. */
const MESSAGE_ID = /^\s*(<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)\s*$/;
const KINDS = ['permanent', 'temporary', 'complaint'] as const;

/** The body of `POST /internal/mail/bounces`. */
export class BounceDto {
  @Required()
  @Rule('isAddress', isAddress)
  address!: string;

  @Required()
  @IsIn(KINDS)
  kind!: (typeof KINDS)[number];

  /** Of the mail that came back. */
  @Required()
  @Text(MAX_REASON)
  @Rule('isMessageId', (value) => typeof value === 'string' && MESSAGE_ID.test(value))
  messageId!: string;

  @Rule('isReason', (value) => (value ?? '') === '' || isText(value, MAX_REASON))
  reason?: string | null;

  toBounce(): Bounce {
    const { address, kind, reason } = this;
    return { address, kind, reason: reason ?? '' };
  }
}

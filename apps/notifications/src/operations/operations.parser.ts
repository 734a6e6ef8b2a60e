import { pageLimit } from '@sextant/platform-http/pagination';
import { LIMITS } from '../http/limits.js';
import { fieldInvalid } from '../http/field-errors.js';
import { isObjectId } from '../access/object-id.js';
import type { TrailQuery } from './operations.js';
import type { PushesFilter } from '../push/push-store.js';
import type { DeadLettersFilter } from '../delivery/dead-letter-store.js';
import { asField, membersOf, optionalText, own, refuseOthers } from '../http/fields.js';

const NAMES = ['user', 'host', 'reason'];
const PAGE = { max: 1000, default: 100 } as const;
const MAX_RECIPIENT = 10_000;

/** The query of lists, and the body of bulk replay. */
export function parseDeadLettersFilter(value: unknown): DeadLettersFilter {
  const members = membersOf(value);
  refuseOthers(members, NAMES);
  const user = own(members, 'user');
  if (user !== undefined && !isObjectId(user)) throw fieldInvalid('user');
  const host = optionalText(members, 'host', LIMITS.id);
  const reason = optionalText(members, 'reason', LIMITS.id);
  return {
    ...(user === undefined ? {} : { user: user.toLowerCase() }),
    ...(host === undefined ? {} : { host }),
    ...(reason === undefined ? {} : { reason }),
  };
}

export const parsePushesFilter = (query: unknown): PushesFilter => ({
  ...parseDeadLettersFilter(query),
  limit: PAGE.max,
});

export function parseTrailQuery(query: unknown): TrailQuery {
  const members = membersOf(query);
  refuseOthers(members, ['offset', 'limit']);
  const limit = asField('limit', () => pageLimit(own(members, 'limit'), PAGE));
  const offset = Number(own(members, 'offset') ?? 0);
  if (!Number.isInteger(offset) || offset < 0 || offset >= MAX_RECIPIENT) {
    throw fieldInvalid('offset');
  }
  return { offset, limit };
}

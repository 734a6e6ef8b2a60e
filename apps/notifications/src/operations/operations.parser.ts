import { pageLimit } from '@sextant/platform-http/pagination';
import { fieldInvalid } from '../http/field-errors.js';
import type { TrailQuery } from './operations.js';
import { asField, membersOf, own, refuseOthers } from '../http/fields.js';

export const PAGE = { max: 1000, default: 100 } as const;
const MAX_RECIPIENT = 10_000;

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

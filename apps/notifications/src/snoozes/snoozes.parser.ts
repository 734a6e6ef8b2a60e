import { membersOf, own, refuseOthers } from '../http/fields.js';
import { fieldRequired, fieldInvalid } from '../http/field-errors.js';

/** Longer than that nobody means: it would be gone for good. */
const MAX_SNOOZE_DAYS = 366;

const DAY_MS = 86_400_000;

/** The body of `PUT /api/notifications/:_id/snooze`. */
export function parseSnooze(body: unknown, nowMs: number): Date {
  const members = membersOf(body);
  const until = own(members, 'until');
  if (until === undefined) throw fieldRequired('until');
  refuseOthers(members, ['until']);
  const ms = typeof until === 'string' ? Date.parse(until) : NaN;
  const isFuture = ms > nowMs && ms <= nowMs + MAX_SNOOZE_DAYS * DAY_MS;
  if (!isFuture) throw fieldInvalid('until');
  return new Date(ms);
}

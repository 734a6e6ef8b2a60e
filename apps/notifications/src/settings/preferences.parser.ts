import { isTimeZone } from '../scheduling/local-time.js';
import { LIMITS } from '../http/limits.js';
import { NOTIFICATION_TYPES } from '../notifications/notification.js';
import { fieldInvalid } from '../http/field-errors.js';
import {
  EMAIL_MODES,
  MAX_MUTED_CLASSES,
  MAX_UNREAD_HOURS,
  type ChannelWish,
  type PreferencesChange,
  type QuietHours,
} from './preferences.js';
import { isText, membersOf, own, refuseOthers } from '../http/fields.js';

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/;
const LAST_HOUR = 23;

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isWholeIn = (value: unknown, least: number, most: number): boolean =>
  Number.isInteger(value) && Number(value) >= least && Number(value) <= most;

/** What each member of the body must be. */
const RULES: Readonly<Record<string, (value: unknown) => boolean>> = {
  kinds: isObject,
  quietHours: (value) => value === null || isQuietHours(value),
  timeZone: (value) => value === null || (typeof value === 'string' && isTimeZone(value)),
  unreadHours: (value) => isWholeIn(value, 1, MAX_UNREAD_HOURS),
  digestHour: (value) => isWholeIn(value, 0, LAST_HOUR),
  mutedClasses: (value) =>
    Array.isArray(value) &&
    value.length <= MAX_MUTED_CLASSES &&
    value.every((one) => isText(one, LIMITS.id)),
};

/** The body of `PUT /api/notifications/preferences`: any of its members. */
export function parsePreferences(body: unknown): PreferencesChange {
  if (!isObject(body)) throw fieldInvalid('body');
  const members = membersOf(body);
  refuseOthers(members, Object.keys(RULES));
  const wrong = Object.keys(members).find((name) => RULES[name]?.(members[name]) !== true);
  if (wrong !== undefined) throw fieldInvalid(wrong);
  const kinds = own(members, 'kinds');
  return { ...members, ...(kinds === undefined ? {} : { kinds: parseKinds(kinds) }) };
}

function isQuietHours(value: unknown): value is QuietHours {
  const members = membersOf(value);
  const names = Object.keys(members);
  return (
    names.length === 2 &&
    ['from', 'to'].every((name) => typeof members[name] === 'string' && CLOCK.test(members[name]))
  );
}

function parseKinds(value: unknown): NonNullable<PreferencesChange['kinds']> {
  const members = membersOf(value);
  const known: readonly string[] = NOTIFICATION_TYPES;
  for (const [kind, wanted] of Object.entries(members)) {
    if (!known.includes(kind) || !isWish(wanted)) throw fieldInvalid('kinds', `/${cut(kind)}`);
  }
  return members;
}

/** What callers make up does not belong in answers. */
const cut = (name: string): string => name.replace(/[^\w.-]/g, '?').slice(0, 50);

function isWish(value: unknown): value is Partial<ChannelWish> {
  const modes: readonly unknown[] = EMAIL_MODES;
  return (
    isObject(value) &&
    Object.entries(membersOf(value)).every(([name, wanted]) =>
      name === 'push' ? typeof wanted === 'boolean' : name === 'email' && modes.includes(wanted),
    )
  );
}

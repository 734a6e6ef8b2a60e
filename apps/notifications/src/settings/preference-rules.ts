import { isObject, membersOf } from '../http/fields.js';
import { NOTIFICATION_TYPES } from '../notifications/notification.js';
import { EMAIL_MODES } from './preferences.js';

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/;

export function isQuietHours(value: unknown): boolean {
  const members = membersOf(value);
  return (
    Object.keys(members).length === 2 &&
    ['from', 'to'].every((name) => typeof members[name] === 'string' && CLOCK.test(members[name]))
  );
}

/** Wishes by kind of notification. */
export const areKinds = (value: unknown): boolean =>
  isObject(value) && wrongKind(value) === undefined;

/** JSON Pointer of the first kind that is unknown or whose wish is wrong. */
export function wrongKind(value: unknown): string | undefined {
  const known: readonly string[] = NOTIFICATION_TYPES;
  const kinds = membersOf(value);
  const wrong = Object.keys(kinds).find((kind) => !known.includes(kind) || !isWish(kinds[kind]));
  return wrong === undefined ? undefined : `/${cut(wrong)}`;
}

/** Not in full: what callers make up does not belong in answers. */
const cut = (name: string): string => name.replace(/[^\w.-]/g, '?').slice(0, 50);

function isWish(value: unknown): boolean {
  const modes: readonly unknown[] = EMAIL_MODES;
  return (
    isObject(value) &&
    Object.keys(value).every((name) =>
      name === 'push'
        ? typeof value[name] === 'boolean'
        : name === 'email' && modes.includes(value[name]),
    )
  );
}

import type { Account } from './accounts.js';
import { LIMITS } from '../http/limits.js';
import { isTimeZone } from '../scheduling/local-time.js';
import { fieldInvalid } from '../http/field-errors.js';
import { isObjectId } from '../access/object-id.js';
import {
  membersOf,
  optionalText,
  own,
  refuseOthers,
  requireMembers,
  text,
  type Members,
} from '../http/fields.js';

/** RFC 5321, section 4.5.3.1: 64 and 255 bytes, and what is between them. */
const MAX_ADDRESS = 320;
/** One address, nothing that would be a list, a name or a header. */
const ADDRESS = /^[^\s@<>(),;:"\\[\]\p{Cc}]+@[^\s@<>(),;:"\\[\]\p{Cc}]+$/u;
const MAX_LOCALE = 35;
const REQUIRED = ['academyId', 'userId', 'userName'] as const;
const OPTIONAL = ['email', 'locale', 'timeZone', 'active', 'changedAt'] as const;

/** @throws {Problem} `field_invalid` */
export function parseUser(user: string): string {
  if (!isObjectId(user)) throw fieldInvalid('user');
  return user.toLowerCase();
}

/** The path and the body of `PUT /internal/people/:user`. */
export function parseAccount(path: string, body: unknown, nowMs: number): Account {
  const user = parseUser(path);
  const members = membersOf(body);
  requireMembers(members, REQUIRED);
  refuseOthers(members, [...REQUIRED, ...OPTIONAL]);
  const [academyId = '', userId = '', userName = ''] = REQUIRED.map((name) =>
    text(members, name, LIMITS.id),
  );
  const isActive = isActiveBy(members);
  const email = own(members, 'email') === null ? undefined : optionalAddress(members);
  const locale = localeOf(members);
  const timeZone = timeZoneOf(members);
  return {
    person: { user, academyId, userId, userName },
    contact: {
      user,
      ...(email === undefined || !isActive ? {} : { email }),
      ...(locale === undefined ? {} : { locale }),
      ...(timeZone === undefined ? {} : { timeZone }),
      ...(isActive ? {} : { isDeactivated: true }),
      changedAt: changedAtOf(members, nowMs),
    },
  };
}

function isActiveBy(members: Members): boolean {
  const active = own(members, 'active') ?? true;
  if (typeof active !== 'boolean') throw fieldInvalid('active');
  return active;
}

const optionalAddress = (members: Members): string | undefined =>
  own(members, 'email') === undefined ? undefined : addressOf(members, 'email');

export function addressOf(members: Members, name: string): string {
  const address = text(members, name, MAX_ADDRESS);
  if (!ADDRESS.test(address)) throw fieldInvalid(name);
  return address;
}

/** What people typed into their accounts and nobody can use is left out: the rest is right. */
function localeOf(members: Members): string | undefined {
  const locale = optionalText(members, 'locale', MAX_LOCALE);
  return locale !== undefined && /^[A-Za-z]{2,3}([-_][A-Za-z0-9]{1,8})*$/.test(locale)
    ? locale.replaceAll('_', '-')
    : undefined;
}

function timeZoneOf(members: Members): string | undefined {
  const timeZone = optionalText(members, 'timeZone', LIMITS.id);
  return timeZone !== undefined && isTimeZone(timeZone) ? timeZone : undefined;
}

function changedAtOf(members: Members, nowMs: number): Date {
  const value = own(members, 'changedAt');
  if (value === undefined) return new Date(nowMs);
  const ms = typeof value === 'string' ? Date.parse(value) : NaN;
  if (Number.isNaN(ms)) throw fieldInvalid('changedAt');
  return new Date(ms);
}

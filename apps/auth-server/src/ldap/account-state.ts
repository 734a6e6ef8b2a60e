import { attributeOf, type Attributes } from './attributes.js';

const DAY_MS = 86_400_000;
/** A bit of `userAccountControl`: the account is disabled (Active Directory). */
const ACCOUNTDISABLE = 0x2;
/** 100 nanoseconds from 1601 to 1970, in which Active Directory counts. */
const EPOCH_1601 = 116_444_736_000_000_000n;
/** "Never", in both of its forms. */
const NEVER = new Set(['0', '9223372036854775807']);

/** Attributes by which directories mark accounts that nobody may use. */
export const STATE_ATTRIBUTES = [
  'userAccountControl',
  'accountExpires',
  'nsAccountLock',
  'pwdAccountLockedTime',
  'loginDisabled',
  'shadowExpire',
];

type Mark = (text: (name: string) => string | undefined, nowMs: number) => boolean;

const isTrue = (text: string | undefined): boolean => /^true$/i.test(text ?? '');

/** Each says whether an account may not be used. */
const MARKS: readonly Mark[] = [
  (text) => (Number(text('userAccountControl') ?? 0) & ACCOUNTDISABLE) !== 0,
  (text, nowMs) => {
    const expires = text('accountExpires') ?? '0';
    if (!/^\d+$/.test(expires) || NEVER.has(expires)) return false;
    return (BigInt(expires) - EPOCH_1601) / 10_000n <= BigInt(nowMs);
  },
  (text) => isTrue(text('nsAccountLock')),
  (text) => isTrue(text('loginDisabled')),
  // Locked by an administrator for ever; a lock that ends is the directory's own matter at its next bind.
  (text) => text('pwdAccountLockedTime')?.startsWith('000001010000') === true,
  (text, nowMs) => {
    const days = Number(text('shadowExpire') ?? -1);
    return days >= 0 && days * DAY_MS <= nowMs;
  },
];

/** Whether the directory lets anybody use the account, by the marks of Active Directory, 389, OpenLDAP, eDirectory and RFC 2307. */
export function isEnabled(values: Attributes<unknown>, nowMs: number): boolean {
  const text = (name: string): string | undefined => {
    const value = attributeOf(values, name);
    return typeof value === 'string' ? value : undefined;
  };
  return !MARKS.some((isBarred) => isBarred(text, nowMs));
}

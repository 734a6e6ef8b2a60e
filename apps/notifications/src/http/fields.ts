import { Problem } from '@sextant/platform-http/errors';
import { fieldInvalid, fieldRequired } from './field-errors.js';

export type Members = Readonly<Record<string, unknown>>;

/** PostgreSQL stores no such character, and nobody means one. */
const NUL = '\u0000';

export const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object of JSON; anything else has no members, so that the first required one is missing. */
export const membersOf = (value: unknown): Members => (isObject(value) ? value : {});

export const isMissing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

/**
 * Checks that members are there, in this order, before anything else is looked at.
 *
 * @throws {Problem} `FIELD_REQUIRED(name)`
 */
export function requireMembers(members: Members, names: readonly string[]): void {
  const missing = names.find((name) => isMissing(own(members, name)));
  if (missing !== undefined) throw fieldRequired(missing);
}

/** @throws {Problem} `FIELD_INVALID(name)` for the first member that nobody asked for */
export function refuseOthers(members: Members, names: readonly string[]): void {
  const other = Object.keys(members).find((name) => !names.includes(name));
  // Not in full: what callers make up does not belong in answers.
  if (other !== undefined) throw fieldInvalid(other.replace(/[^\w$.-]/g, '?').slice(0, 50));
}

/** @throws {Problem} `FIELD_INVALID(name)` unless it is text of 1 to `max` characters */
export function text(members: Members, name: string, max: number): string {
  const value = own(members, name);
  if (typeof value === 'string' && isText(value, max)) return value;
  throw fieldInvalid(name);
}

export const optionalText = (members: Members, name: string, max: number): string | undefined =>
  isMissing(own(members, name)) ? undefined : text(members, name, max);

export const isText = (value: unknown, max: number): value is string =>
  typeof value === 'string' &&
  value !== '' &&
  value.length <= max &&
  !value.includes(NUL) &&
  // Half a pair is no character: it would come back as another one.
  value.isWellFormed();

/** What every object inherits is no member. */
export const own = (members: Members, name: string): unknown =>
  Object.hasOwn(members, name) ? members[name] : undefined;

/** Reports a Problem of a parser under a field's name. */
export function asField<Value>(name: string, parse: () => Value): Value {
  try {
    return parse();
  } catch (error) {
    if (error instanceof Problem) throw fieldInvalid(name);
    throw error;
  }
}

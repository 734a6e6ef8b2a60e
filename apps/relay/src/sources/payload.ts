import { RELAY_ERRORS } from '../http/relay-errors.js';

export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const textOr = (value: unknown, otherwise: string): string =>
  typeof value === 'string' ? value : otherwise;

/** @throws {Problem} `invalid_payload` that names the member */
export function invalid(reason: string): never {
  throw RELAY_ERRORS.invalidPayload({ message: reason });
}

/** @throws {Problem} `invalid_payload` */
export function objectAt(value: unknown, path: string): JsonObject {
  return isObject(value) ? value : invalid(`${path} must be an object.`);
}

/** A map of texts; absent counts as empty. @throws {Problem} `invalid_payload` */
export function textsAt(value: unknown, path: string): Readonly<Record<string, string>> {
  if (value === undefined || value === null) return {};
  const map = objectAt(value, path);
  const wrong = Object.keys(map).find((name) => typeof map[name] !== 'string');
  if (wrong !== undefined) invalid(`${path}.${wrong} must be a string.`);
  return map as Readonly<Record<string, string>>;
}

/** RFC 3339, as Go's encoding/json requires of times. */
const RFC_3339 =
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d{1,18})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

export const isRfc3339 = (value: unknown): value is string =>
  typeof value === 'string' && RFC_3339.test(value) && isOfCalendar(value.slice(0, 10));

/** No 31st of February: Date rolls it over to March. */
const isOfCalendar = (day: string): boolean =>
  new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);

/** The member along a path of names; nothing where there is none. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (found, name) => (isObject(found) && Object.hasOwn(found, name) ? found[name] : undefined),
    value,
  );
}

/** The text along a path; an empty one where there is none. */
export const textAt = (value: unknown, ...path: readonly string[]): string => {
  const found = at(value, ...path);
  return typeof found === 'number' ? String(found) : textOr(found, '');
};

/** Seconds or milliseconds since the epoch as RFC 3339; whoever sends zero means no time. */
export function timeOfEpoch(value: unknown): string | undefined {
  if (typeof value !== 'number' || value <= 0) return undefined;
  const date = new Date(value < SECONDS_BELOW ? value * 1000 : value);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/** As seconds this is the year 5138, as milliseconds 1973. */
const SECONDS_BELOW = 100_000_000_000;

/** A time in a form that is nearly that of RFC 3339, or that JavaScript reads otherwise. */
export function timeOfText(value: unknown): string | undefined {
  if (isRfc3339(value)) return value;
  const date = new Date(textOr(value, ''));
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

import type { StandardClaims } from '../claims/standard-claims.js';
import { jsonOfFile } from '@sextant/platform-runtime/config';

/** What a file of another system says of a person. */
export interface ForeignPerson {
  readonly username?: string | undefined;
  readonly email?: string | undefined;
  readonly isVerified: boolean;
  readonly isActive: boolean;
  readonly name?: string | undefined;
  readonly givenName?: string | undefined;
  readonly familyName?: string | undefined;
  readonly claims: Partial<Record<keyof StandardClaims, unknown>>;
  /** As the other system calls them. */
  readonly roles: readonly string[];
  /** In a form that `isForeignHash` knows; absent for somebody without a password. */
  readonly passwordHash?: string | undefined;
  /** Secrets of authenticator apps (RFC 6238, SHA-1, six digits, 30 seconds) in Base32. */
  readonly totpSecrets?: readonly string[];
  /** What the file has of the person that is not imported, such as `groups`. */
  readonly leftOut?: readonly string[];
}

/** An entry of the file: its number, from 1, and what it says, or why it cannot be used. */
export type ForeignRow = { readonly row: number } & (
  | { readonly person: ForeignPerson }
  | { readonly refusal: string }
);

/** Why one entry cannot be used; the others can. */
export class UnusableEntry extends Error {}

export type Entry = Readonly<Record<string, unknown>>;

/** Reads each entry by itself: what is wrong with one stops no other. */
export function rowsOf(
  entries: readonly (readonly [number, unknown])[],
  read: (entry: Entry) => ForeignPerson,
): readonly ForeignRow[] {
  return entries.map(([row, value]) => {
    try {
      return { row, person: read(requireEntry(value)) };
    } catch (error) {
      if (!(error instanceof UnusableEntry)) throw error;
      return { row, refusal: error.message };
    }
  });
}

function requireEntry(value: unknown): Entry {
  const entry = entryOf(value);
  if (entry === undefined) throw new UnusableEntry('The entry is not a JSON object.');
  return entry;
}

export const numbered = (values: readonly unknown[]): (readonly [number, unknown])[] =>
  values.map((value, at) => [at + 1, value]);

export const entryOf = (value: unknown): Entry | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Entry)
    : undefined;

/** Absent for what is empty or no text. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

export const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];

/** @throws {RangeError} for what is no JSON */
export function parsed(text: string, what: string): unknown {
  try {
    return jsonOfFile(text);
  } catch (cause) {
    throw new RangeError(`${what}: ${(cause as Error).message}`, { cause });
  }
}

/** JSON that is a text within JSON. */
export function innerEntry(value: unknown): Entry | undefined {
  try {
    return typeof value === 'string' ? entryOf(JSON.parse(value)) : entryOf(value);
  } catch {
    return undefined;
  }
}

/** Base64, of URLs too, as the PHC string format has it: without `=`. */
export const phcBase64 = (value: string): string =>
  value.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');

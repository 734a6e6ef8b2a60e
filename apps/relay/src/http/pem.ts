import { readFileSync } from 'node:fs';

export const isPem = (value: string): boolean => value.includes('-----BEGIN ');

/** PEM text of an option that holds it or names a file. @throws {Error} when it cannot be read */
export const pemOf = (value: string): string =>
  isPem(value) ? value : readFileSync(value, 'utf8');

/** The same, empty for a file that cannot be read: the complaints name its option. */
export function readablePem(value: string): string {
  try {
    return pemOf(value);
  } catch {
    return '';
  }
}

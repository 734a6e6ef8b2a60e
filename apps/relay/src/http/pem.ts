import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';

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

/** Why no listener can use a certificate with its key and its authorities; other complaints name files that cannot be read. */
export function tlsComplaint(
  cert: string | undefined,
  key: string | undefined,
  ca?: string,
): string | undefined {
  if (cert === undefined || key === undefined) return undefined;
  try {
    const authorities = ca === undefined ? {} : { ca: pemOf(ca) };
    createSecureContext({ cert: pemOf(cert), key: pemOf(key), ...authorities });
    return undefined;
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) return undefined;
    return `must be in PEM, the key that of the certificate (${(error as Error).message})`;
  }
}

import { pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';
import type { ForeignHash } from './foreign-hash.js';

const derive = promisify(pbkdf2);

/** Django 5 has a million iterations, OWASP's cheat sheet 600,000 of SHA-256. */
const ITERATIONS = { min: 1000, max: 2_500_000 };
const ALGORITHMS = ['sha1', 'sha256', 'sha512'] as const;
const BYTES = { sha1: 20, sha256: 32, sha512: 64 } as const;
type Algorithm = (typeof ALGORITHMS)[number];

interface Parts {
  readonly algorithm: string;
  readonly iterations: number;
  readonly salt: Buffer;
  readonly expected: Buffer;
}

function hashOf({ algorithm, iterations, salt, expected }: Parts): ForeignHash | undefined {
  const known = ALGORITHMS.find((one) => one === algorithm);
  const isBounded = iterations >= ITERATIONS.min && iterations <= ITERATIONS.max;
  const isWhole = expected.length >= 16 && expected.length <= 64 && salt.length <= 1024;
  if (known === undefined || !isBounded || !isWhole || salt.length === 0) return undefined;
  return {
    digest: (password) => derive(password, salt, iterations, expected.length, known),
    expected,
  };
}

const DJANGO = /^pbkdf2_(sha1|sha256|sha512)\$(\d{4,7})\$([^$]{1,128})\$([A-Za-z0-9+/]+={0,2})$/;

/** Django's form: `pbkdf2_sha256$<iterations>$<salt>$<hash>`, the salt as text. */
export function readDjango(stored: string): ForeignHash | undefined {
  const [, algorithm = '', iterations = '', salt = '', hash = ''] = DJANGO.exec(stored) ?? [];
  const expected = Buffer.from(hash, 'base64');
  if (expected.length !== (BYTES[algorithm as Algorithm] as number | undefined)) return undefined;
  return hashOf({ algorithm, iterations: Number(iterations), salt: Buffer.from(salt), expected });
}

const PHC =
  /^\$pbkdf2-(sha1|sha256|sha512)\$i=(\d{4,7})(?:,l=\d{1,3})?\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/**
 * `$pbkdf2-sha256$i=<iterations>$<salt>$<hash>`, as the PHC string format has it: Keycloak's `credentialData` and `secretData` are written so
 * (`keycloakHash`).
 */
export function readPhcPbkdf2(stored: string): ForeignHash | undefined {
  const [, algorithm = '', iterations = '', salt = '', hash = ''] = PHC.exec(stored) ?? [];
  const [saltBytes, expected] = [Buffer.from(salt, 'base64'), Buffer.from(hash, 'base64')];
  return hashOf({ algorithm, iterations: Number(iterations), salt: saltBytes, expected });
}

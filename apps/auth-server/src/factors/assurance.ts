/** How somebody has signed in, weakest first. */
export const ACR_VALUES = [
  'urn:sextant:upstream',
  'urn:sextant:password',
  'urn:sextant:mfa',
  'urn:sextant:passkey',
] as const;
export type Acr = (typeof ACR_VALUES)[number];

/** What was shown beside, or in the place of, a password. */
export type Proof = 'none' | 'otp' | 'recovery' | 'passkey-device' | 'passkey-synced';

export interface Assurance {
  /** RFC 8176. */
  readonly amr: readonly string[];
  readonly acr: Acr;
}

/** What came first: a password here, or another provider's word. */
export type First = 'password' | 'upstream';

/** The table of the README. */
const ASSURANCES: Readonly<Record<Proof, Assurance>> = {
  none: { amr: ['pwd'], acr: 'urn:sextant:password' },
  otp: { amr: ['pwd', 'otp', 'mfa'], acr: 'urn:sextant:mfa' },
  // A code from a sheet of paper: RFC 8176 has no word of its own for it.
  recovery: { amr: ['pwd', 'mfa'], acr: 'urn:sextant:mfa' },
  'passkey-device': { amr: ['hwk', 'user', 'mfa'], acr: 'urn:sextant:passkey' },
  'passkey-synced': { amr: ['swk', 'user', 'mfa'], acr: 'urn:sextant:passkey' },
};

/** RFC 8176 has no word for what others have seen: only what was seen here is told. */
const AFTER_UPSTREAM: Readonly<Partial<Record<Proof, Assurance>>> = {
  none: { amr: [], acr: 'urn:sextant:upstream' },
  otp: { amr: ['otp', 'mfa'], acr: 'urn:sextant:mfa' },
  recovery: { amr: ['mfa'], acr: 'urn:sextant:mfa' },
};

export const assuranceOf = (proof: Proof, first: First = 'password'): Assurance =>
  (first === 'upstream' ? AFTER_UPSTREAM[proof] : undefined) ?? ASSURANCES[proof];

/** 0 for what is none of ours. */
export const levelOf = (acr: string | undefined): number =>
  ACR_VALUES.findIndex((known) => known === acr) + 1;

/** The level from which on a second factor is there. */
export const WITH_FACTOR = levelOf('urn:sextant:mfa');

/**
 * The least of the levels that somebody asks for, all of them acceptable.
 *
 * @returns 0 when none of them is ours
 */
export function leastLevel(acrValues: readonly string[]): number {
  const levels = acrValues.map(levelOf).filter((level) => level > 0);
  return levels.length === 0 ? 0 : Math.min(...levels);
}

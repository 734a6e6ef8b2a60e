export const SIGNING_ALGORITHMS = ['RS256', 'ES256', 'EdDSA'] as const;
export type SigningAlgorithm = (typeof SIGNING_ALGORITHMS)[number];

/**
 * `next` is published but does not sign yet, `current` signs, `previous` only verifies.
 */
export type KeyStage = 'next' | 'current' | 'previous';

export interface KeyRecord {
  readonly kid: string;
  readonly algorithm: SigningAlgorithm;
  readonly stage: KeyStage;
  /** When it entered its stage. */
  readonly since: Date;
}

export interface RotationPolicy {
  /** How long a key signs. */
  readonly lifetimeMs: number;
  /** How long the key before it stays published: longer than any token lives. */
  readonly retentionMs: number;
}

/** What has to change so that every algorithm has a current and a next key. */
export type KeyStep =
  | { readonly kind: 'create'; readonly algorithm: SigningAlgorithm; readonly stage: KeyStage }
  | { readonly kind: 'move'; readonly kid: string; readonly stage: KeyStage }
  | { readonly kind: 'remove'; readonly kid: string };

/**
 * Plans the rotation of signing keys: next, current, previous.
 *
 * A key is published one lifetime before it signs, so that verifiers that cache the key set know
 * it by then, and stays published after it has stopped, until its last token has expired.
 *
 * @param force rotate now, whatever the age
 */
export function planRotation(
  keys: readonly KeyRecord[],
  { policy, now, force = false }: { policy: RotationPolicy; now: Date; force?: boolean },
): readonly KeyStep[] {
  return SIGNING_ALGORITHMS.flatMap((algorithm) => {
    const own = keys.filter((key) => key.algorithm === algorithm);
    const ageMs = ({ since }: KeyRecord) => now.getTime() - since.getTime();
    const current = own.find(({ stage }) => stage === 'current');
    const next = own.find(({ stage }) => stage === 'next');
    const steps: KeyStep[] = own
      .filter((key) => key.stage === 'previous' && ageMs(key) >= policy.retentionMs)
      .map(({ kid }) => ({ kind: 'remove', kid }));
    if (current === undefined) steps.push({ kind: 'create', algorithm, stage: 'current' });
    const isDue = current !== undefined && (force || ageMs(current) >= policy.lifetimeMs);
    if (isDue && next !== undefined) {
      steps.push({ kind: 'move', kid: current.kid, stage: 'previous' });
      steps.push({ kind: 'move', kid: next.kid, stage: 'current' });
      steps.push({ kind: 'create', algorithm, stage: 'next' });
    }
    if (next === undefined) steps.push({ kind: 'create', algorithm, stage: 'next' });
    return steps;
  });
}

/** A key with both its halves, as JSON Web Keys (RFC 7517). */
export interface SigningKey extends KeyRecord {
  readonly privateJwk: Readonly<Record<string, unknown>>;
}

export interface SigningKeys {
  /** All published keys: for every algorithm the current one first, then next, then previous. */
  list(): Promise<readonly SigningKey[]>;
  /** Brings the keys to where the policy wants them; one process at a time. @returns whether anything changed */
  rotate(options: { readonly force: boolean }): Promise<boolean>;
}

export const SIGNING_KEYS = Symbol('SigningKeys');

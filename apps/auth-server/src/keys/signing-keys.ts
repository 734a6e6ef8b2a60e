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

/** Of ID tokens, which live longest of all that is signed. */
export const ID_TOKEN_SECONDS = 3600;
/** Tokens of a key that has just stopped signing live no longer than this. */
export const LONGEST_SIGNED_TOKEN_MS = ID_TOKEN_SECONDS * 1000;

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
 * @param atOnce algorithms whose keys rotate now, whatever their age
 */
export function planRotation(
  keys: readonly KeyRecord[],
  {
    policy,
    now,
    atOnce = [],
  }: { policy: RotationPolicy; now: Date; atOnce?: readonly SigningAlgorithm[] },
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
    const isDue =
      current !== undefined &&
      (ageMs(current) >= policy.lifetimeMs ||
        (atOnce.includes(algorithm) && mayRotate(own, { policy, now })));
    if (isDue && next !== undefined) {
      steps.push({ kind: 'move', kid: current.kid, stage: 'previous' });
      steps.push({ kind: 'move', kid: next.kid, stage: 'current' });
      steps.push({ kind: 'create', algorithm, stage: 'next' });
    }
    if (next === undefined) steps.push({ kind: 'create', algorithm, stage: 'next' });
    return steps;
  });
}

/** Every rotation leaves a key that has to stay until its last token has expired. */
const MOST_PREVIOUS = 3;

/** Whether the keys of one algorithm may rotate at once: else the key set would grow without end. */
export const mayRotate = (
  own: readonly KeyRecord[],
  { policy, now }: { policy: RotationPolicy; now: Date },
): boolean =>
  own.filter(
    ({ stage, since }) =>
      stage === 'previous' && now.getTime() - since.getTime() < policy.retentionMs,
  ).length < MOST_PREVIOUS;

/** A key with both its halves, as JSON Web Keys (RFC 7517). */
export interface SigningKey extends KeyRecord {
  readonly privateJwk: Readonly<Record<string, unknown>>;
}

export abstract class SigningKeys {
  /** All published keys: for every algorithm the current one first, then next, then previous. */
  abstract list(): Promise<readonly SigningKey[]>;
  /**
   * Brings the keys to where the policy wants them; one process at a time.
   *
   * @param atOnce algorithms whose next key takes over now, whatever the age of the current one
   * @param alongside what is stored together with the change, or not at all
   * @returns whether anything changed
   * @throws {Problem} `rotated_too_often` when one of these has rotated three times within the retention
   */
  abstract rotate(options?: {
    readonly atOnce?: readonly SigningAlgorithm[];
    readonly alongside?: () => Promise<void>;
  }): Promise<boolean>;
}

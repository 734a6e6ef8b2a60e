export const FACTOR_KINDS = ['totp', 'passkey'] as const;
export type FactorKind = (typeof FACTOR_KINDS)[number];

/** Something that a person signs in with beside, or in the place of, a password. */
export interface Factor {
  readonly id: string;
  readonly userId: string;
  readonly kind: FactorKind;
  /** What its owner calls it. */
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

export interface TotpFactor extends Factor {
  readonly sealedSecret: Buffer;
}

/** A passkey as its browser has described it. */
export interface PasskeyCredential {
  /** In base64url, as the public key is (COSE, RFC 9052). */
  readonly id: string;
  readonly publicKey: string;
  readonly counter: number;
  readonly transports: readonly string[];
  /** Whether it can be on several devices. */
  readonly isSynced: boolean;
}

/** Where factors and recovery codes are kept. */
export abstract class FactorStore {
  abstract list(userId: string): Promise<readonly Factor[]>;
  abstract add(factor: Factor, secret: { readonly sealedSecret: Buffer }): Promise<void>;
  abstract totps(userId: string): Promise<readonly TotpFactor[]>;
  /**
   * @returns `false` when that step, or a later one, was used before: no code works twice. One far ahead does not count: the
   *   clock was wrong then
   */
  abstract useStep(id: string, step: number, now: Date): Promise<boolean>;
  /** @returns `false` when somebody has this very passkey already */
  abstract addPasskey(factor: Factor, credential: PasskeyCredential): Promise<boolean>;
  abstract passkeysOf(userId: string): Promise<readonly PasskeyCredential[]>;
  abstract findPasskey(
    credentialId: string,
  ): Promise<{ readonly factor: Factor; readonly credential: PasskeyCredential } | undefined>;
  /** @returns `false` when the counter has not grown; those that stay at 0 do not count */
  abstract usePasskey(id: string, counter: number, now: Date): Promise<boolean>;
  abstract rename(userId: string, id: string, name: string): Promise<boolean>;
  /** @returns what it was; `undefined` when there was none */
  abstract remove(userId: string, id: string): Promise<Factor | undefined>;
  /** The old ones are worth nothing from now on. */
  abstract replaceRecoveryCodes(userId: string, digests: readonly Buffer[]): Promise<void>;
  /** Of those who come at once with the same code one gets `true`. */
  abstract useRecoveryCode(userId: string, digest: Buffer): Promise<boolean>;
  abstract countRecoveryCodes(userId: string): Promise<number>;
}

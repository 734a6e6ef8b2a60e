/** Hashes passwords so that guessing them is expensive. */
export abstract class Passwords {
  abstract hash(password: string): Promise<string>;
  /**
   * Takes the same time for a user that does not exist (`hash` is `undefined`). What is too long for a password is none.
   *
   * @throws {Problem} `temporarily_unavailable` when too many wait already
   */
  abstract verify(hash: string | undefined, password: string): Promise<boolean>;
  /**
   * Does the work that `verify` has not done: it checks one hash of ours or one of another system. With it every refusal takes the same
   * time, so that nobody can measure which accounts exist or were imported.
   *
   * @param hash the one that `verify` was given
   * @param foreign a hash of another system to check in vain, if the service has any
   * @throws {Problem} `temporarily_unavailable` when too many wait already
   */
  abstract makeUp(
    hash: string | undefined,
    password: string,
    foreign: string | undefined,
  ): Promise<void>;
  /** Whether the hash was made by another system, or with other parameters than today's. */
  abstract isOutdated(hash: string): boolean;
}

/** In the place of a hash: no password opens the account until one is set by e-mail. */
export const NO_PASSWORD = '';

/** Bounds of what is taken for a password, in characters; the policy decides which may be set. NIST SP 800-63B-4 section 3.1.1 asks for 64 to fit. */
export const PASSWORD_LENGTH = { min: 1, max: 256 } as const;

/** Nobody has such a one, however it is composed: hashing it would only cost time. */
export const isTooLong = (password: string): boolean =>
  Math.min(password.length, password.normalize('NFC').length) > PASSWORD_LENGTH.max;

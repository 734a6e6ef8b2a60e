import type { StandardClaims } from '../claims/standard-claims.js';

/** What a link that was mailed allows. */
export type LinkKind =
  | 'reset'
  | 'verify'
  | 'change-address'
  | 'invitation'
  | 'registration'
  | 'approval';

/** What an administrator has decided of somebody who is invited. */
export interface InvitedAs {
  readonly username?: string | undefined;
  readonly name?: string | undefined;
  readonly academyId?: string | undefined;
  readonly roles?: readonly string[] | undefined;
  readonly isAdmin?: boolean | undefined;
  readonly claims?: StandardClaims | undefined;
}

export interface AccountLink {
  readonly kind: LinkKind;
  /** Absent where the account is yet to be made. */
  readonly userId: string | undefined;
  /** The address that it was mailed to. */
  readonly address: string;
  readonly invitedAs: InvitedAs;
  /** What it is about beside the account, sealed. */
  readonly about?: Buffer | undefined;
  readonly expiresAt: Date;
}

/** A link with the digest of its token; the token itself is in the mail alone. */
export interface NewLink extends AccountLink {
  readonly digest: Buffer;
}

/** Links that were mailed and not used yet. */
export abstract class AccountLinks {
  abstract find(digest: Buffer, kind: LinkKind, now: Date): Promise<AccountLink | undefined>;
  /** As `find`, once: whoever gets it has used it. */
  abstract take(digest: Buffer, kind: LinkKind, now: Date): Promise<AccountLink | undefined>;
  /** Forgets what has expired. */
  abstract sweep(now: Date): Promise<void>;
  /** Links of a user that are worth nothing from now on. */
  abstract remove(userId: string, kinds: readonly LinkKind[]): Promise<void>;
}

export const MAILS = [
  'reset-password',
  'password-changed',
  'verify-address',
  'change-address',
  'address-changed',
  'invitation',
  'registration',
  'already-registered',
  'new-browser',
  'factor-changed',
  'approval',
] as const;

/** How the sign-in of an account was changed. */
export interface FactorChange {
  readonly kind:
    | 'totp-added'
    | 'totp-removed'
    | 'passkey-added'
    | 'passkey-removed'
    | 'recovery-added'
    | 'all-removed'
    | 'upstream-added'
    | 'upstream-removed';
  /** Name of the other provider. */
  readonly by?: string;
}

export interface AccountMail {
  readonly to: string;
  readonly template: (typeof MAILS)[number];
  /** Languages of the reader, best first. */
  readonly languages: readonly (string | undefined)[];
  readonly values: Readonly<Record<string, string>>;
  /** Said in the language of the mail, as its value `what`. */
  readonly change?: FactorChange;
  /** Of the value `ip`, as ISO 3166-1 alpha-2; said in the language of the mail. */
  readonly country?: string | undefined;
  readonly expiresAt?: Date;
}

/** A mail that does not arrive. */
export interface FailingMail {
  readonly id: string;
  readonly recipient: string;
  readonly template: string;
  readonly attempts: number;
  readonly createdAt: Date;
  /** `null` while it is tried again. */
  readonly failedAt: Date | null;
  readonly failure: string;
}

/** E-mail to people with accounts. What it has taken is not lost. */
export abstract class AccountMailer {
  /** Whether there is e-mail at all. */
  abstract readonly isOpen: boolean;
  /**
   * With its link, if it has one: both are stored or neither.
   *
   * @returns whether it goes out: not when the address got too many of its kind
   */
  abstract post(mail: AccountMail, link?: NewLink): Promise<boolean>;
  /** Newest first. */
  abstract failing(limit: number): Promise<readonly FailingMail[]>;
}

/** Something that somebody who is not signed in asked for, to be answered by e-mail, if at all. */
export interface AccountRequest {
  readonly id: string;
  readonly kind: 'reset' | 'registration';
  /** As it was typed: a name, an address, or a password in the wrong field. */
  readonly typed: string;
  readonly languages: readonly string[];
}

/**
 * Keeps what people ask for until it is answered. The form's answer is the same, and takes the same,
 * whether there is such an account or not: nobody has looked yet.
 */
export abstract class AccountRequests {
  abstract add(request: Omit<AccountRequest, 'id'>): Promise<void>;
  /** Takes one on; it comes again when it is not done in half a minute. */
  abstract take(): Promise<AccountRequest | undefined>;
  abstract done(id: string): Promise<void>;
  /** Called with everything that this process adds. */
  abstract onAdded(listener: () => void): void;
}

import type { SignedIn } from './sign-in.js';
import type { User } from '../users/user.js';

/** What a valid access token of a person allows. */
export interface Access {
  readonly user: User;
  readonly scopes: ReadonlySet<string>;
  readonly clientId: string;
  readonly grantId: string;
}

/** Access tokens as this service's own doors use them. */
export abstract class AccessTokens {
  /** `undefined` for tokens that are unknown, expired, revoked, of a machine or bound to a key. */
  abstract find(token: string): Promise<Access | undefined>;
  /** For an administrator who has just signed in; `undefined` when that was overtaken by a sign-out. */
  abstract issueForAdmin(
    entered: SignedIn,
  ): Promise<{ readonly token: string; readonly expiresIn: number } | undefined>;
}

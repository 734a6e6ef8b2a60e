import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ACR_VALUES, levelOf } from '../../factors/assurance.js';
import { FIRST_PARTY } from '../../clients/client.js';
import { sha256 } from '../../clients/client-secret.js';
import type { User } from '../../users/user.js';
import { ROUTES } from '../../http/routes.js';

/** The session of this browser. */
export interface OwnSession {
  /** Public identifier of the session; not the cookie's value. */
  readonly uid: string;
  readonly userId: string;
  /** How and when, in epoch seconds, the person has signed in. */
  readonly acr: string | undefined;
  readonly amr: readonly string[] | undefined;
  readonly authTime: number | undefined;
}

export abstract class OwnSessions {
  abstract find(
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<OwnSession | undefined>;
  /**
   * Whose session it is: somebody who is active, and whom the directory that keeps the account still lets in.
   *
   * @throws {Problem} `temporarily_unavailable` while that does not answer
   */
  abstract userOf(userId: string): Promise<User | undefined>;
}

/** Whose page it is. */
export interface Owner {
  readonly user: User;
  readonly session: OwnSession;
}

/**
 * Where people sign in for a page of ours, as strongly as it needs. Only the session is of use: nobody redeems the code, so
 * nobody has to know the verifier.
 */
export function signInAddress(
  issuer: string,
  { languages, level = 0 }: { readonly languages?: unknown; readonly level?: number },
): string {
  const challenge = sha256(randomBytes(32).toString('base64url')).toString('base64url');
  const parameters = new URLSearchParams({
    client_id: FIRST_PARTY.account,
    redirect_uri: `${issuer}/account/signed-in`,
    response_type: 'code',
    scope: 'openid',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  });
  if (typeof languages === 'string') parameters.set('ui_locales', languages);
  const acrValues = ACR_VALUES.filter((acr) => level > 0 && levelOf(acr) >= level);
  if (acrValues.length > 0) parameters.set('acr_values', acrValues.join(' '));
  return `${ROUTES.authorization}?${parameters.toString()}`;
}

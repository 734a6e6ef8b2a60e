import { createHash, randomBytes } from 'node:crypto';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';

/** What the browser knows of the session; readable by the iframe, useless to anybody else. */
export const BROWSER_STATE_COOKIE = '_browser_state';

interface SessionLike {
  readonly uid: string;
  readonly accountId?: string | undefined;
  readonly loginTs?: number | undefined;
}

/**
 * Changes with every sign-in and sign-out, and tells nothing of the session's own cookie.
 *
 * @see OpenID Connect Session Management 1.0, section 4.2, "OP browser state"
 */
export function browserState(session: SessionLike | undefined): string {
  if (session?.accountId === undefined) return '';
  const { uid, accountId, loginTs = 0 } = session;
  return createHash('sha256').update(`${uid}\n${accountId}\n${loginTs}`).digest('hex');
}

/** `session_state` of OpenID Connect Session Management 1.0, section 3.1: a salted digest. */
export function sessionState(clientId: string, redirectUri: string, state: string): string {
  const salt = randomBytes(8).toString('hex');
  const { origin } = new URL(redirectUri);
  const digest = createHash('sha256')
    .update(`${clientId} ${origin} ${state} ${salt}`)
    .digest('hex');
  return `${digest}.${salt}`;
}

/** Adds `session_state` to every authorization response, whatever its response mode. */
export function addSessionState(provider: Provider): void {
  const emitter = provider as NodeJS.EventEmitter;
  emitter.on(
    'authorization.success',
    (context: KoaContextWithOIDC, out: Record<string, unknown>) => {
      const { params, session } = context.oidc;
      const { client_id: clientId, redirect_uri: redirectUri } = params as Record<string, unknown>;
      if (typeof clientId !== 'string' || typeof redirectUri !== 'string' || !session) return;
      out['session_state'] = sessionState(clientId, redirectUri, browserState(session));
    },
  );
}

/** Keeps the browser state's cookie in step with the session, after every page of the engine. */
export function writeBrowserState(context: KoaContextWithOIDC, isSecure: boolean): void {
  const session = context.oidc.session as (SessionLike & { destroyed?: boolean }) | undefined;
  if (session === undefined) return;
  const value = session.destroyed === true ? '' : browserState(session);
  if ((context.cookies.get(BROWSER_STATE_COOKIE, { signed: false }) ?? '') === value) return;
  // The iframe's script reads it in the context of other sites: that is what it is for.
  context.cookies.set(BROWSER_STATE_COOKIE, value === '' ? null : value, {
    httpOnly: false,
    signed: false,
    sameSite: isSecure ? 'none' : 'lax',
    secure: isSecure,
    overwrite: true,
  });
}

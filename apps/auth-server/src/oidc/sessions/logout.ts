import type { Client, KoaContextWithOIDC } from 'oidc-provider';
import { BackChannel } from './back-channel.js';
import type { Engine } from '../engine/engine.js';
import { frontChannelPage } from '../../pages/other-pages.js';
import { lookOf, sendPage } from '../engine/page-sources.js';
import { ROUTES } from '../../http/routes.js';
import { BROWSER_STATE_COOKIE } from '../../pages/session-management.js';

interface Participant {
  readonly sid?: string | undefined;
}

/**
 * After a sign-out: ends the front-channel sessions of all clients that took part, then goes on to
 * where the engine would have gone.
 */
export async function finishLogout(engine: Engine, context: KoaContextWithOIDC): Promise<void> {
  const { route, session } = context.oidc;
  if (route === 'end_session') await signOutAtOnce(engine, context);
  if (route !== 'end_session_confirm' || context.status !== 303) return;
  const isWhole = (context.oidc.params as { readonly logout?: string }).logout !== undefined;
  if (!isWhole || session === undefined) return;
  const { accountId, authorizations = {} } = session;
  if (accountId !== undefined) await noteEnd(engine, { accountId, authorizations }, context.ip);
  const next = context.response.get('location');
  goOnTo(engine, context, { frames: await logoutFrames(engine, authorizations), next });
}

/** Somebody who proves with an ID token of this session who is asking needs no question. */
async function signOutAtOnce(engine: Engine, context: KoaContextWithOIDC): Promise<void> {
  const { session, entities, params } = context.oidc;
  const hint = entities.IdTokenHint as { payload?: Hint } | undefined;
  if (context.status !== 200 || session?.accountId === undefined) return;
  if (!isOfSession(hint?.payload, session)) return;
  const { accountId, uid, authorizations = {} } = session;
  const frames = await endSession(engine, { accountId, uid, authorizations }, () =>
    noteEnd(engine, { accountId, authorizations }, context.ip),
  );
  const cookie = { httpOnly: true, sameSite: 'lax', overwrite: true } as const;
  context.cookies.set(engine.provider.cookieName('session'), null, { ...cookie, signed: true });
  context.cookies.set(BROWSER_STATE_COOKIE, null, { ...cookie, httpOnly: false, signed: false });
  goOnTo(engine, context, { frames, next: returnAddress(params) });
}

function goOnTo(
  engine: Engine,
  context: KoaContextWithOIDC,
  { frames, next }: { readonly frames: readonly string[]; readonly next: string },
): void {
  if (frames.length === 0) {
    context.status = 303;
    context.redirect(next);
    return;
  }
  context.status = 200;
  context.remove('Location');
  sendPage(context, frontChannelPage(lookOf(engine.uses, context.req), { frames, next }), {
    frames,
  });
}

/** RP-Initiated Logout 1.0, section 3; the engine has compared the address with those of the client. */
function returnAddress(params: KoaContextWithOIDC['oidc']['params'] = {}): string {
  const { post_logout_redirect_uri: uri, state } = params;
  if (typeof uri !== 'string') return `${ROUTES.endSession}/success`;
  const address = new URL(uri);
  if (typeof state === 'string') address.searchParams.set('state', state);
  return address.href;
}

interface Ending {
  readonly accountId: string;
  readonly uid: string;
  readonly authorizations: Readonly<Record<string, Participant>>;
}

/**
 * Ends a browser's session, here and at its clients. What was allowed with `offline_access` stays, as
 * at every sign-out of the person (Back-Channel Logout 1.0, section 2.7).
 *
 * @param alongside what is stored together with it
 * @returns the addresses of clients that a page has to open in frames
 */
export async function endSession(
  engine: Engine,
  { accountId, uid, authorizations }: Ending,
  alongside: () => Promise<void>,
): Promise<string[]> {
  const { artifacts, unit } = engine.uses;
  const frames = await logoutFrames(engine, authorizations);
  const keepsOffline = true;
  await unit.run(async () => {
    const participants = await artifacts.endSession(accountId, uid, keepsOffline);
    await alongside();
    await unit.afterCommit(() => new BackChannel(engine).signedOut(accountId, participants ?? []));
  });
  return frames;
}

interface Hint {
  readonly sub?: string;
  readonly sid?: string;
}

/** An ID token without `sid` tells only whose it is. */
function isOfSession(
  { sub, sid }: Hint = {},
  {
    accountId,
    authorizations = {},
  }: {
    readonly accountId?: string | undefined;
    readonly authorizations?: Readonly<Record<string, Participant>> | undefined;
  },
): boolean {
  if (sub === undefined || sub !== accountId) return false;
  return sid === undefined || Object.values(authorizations).some((one) => one.sid === sid);
}

async function noteEnd(
  engine: Engine,
  { accountId, authorizations }: Omit<Ending, 'uid'>,
  ip: string,
): Promise<void> {
  await engine.uses.journal.record({
    type: 'session.ended',
    actor: accountId,
    subject: accountId,
    ip,
    details: { clients: Object.keys(authorizations) },
  });
}

async function logoutFrames(
  engine: Engine,
  authorizations: Readonly<Record<string, Participant>>,
): Promise<string[]> {
  const frames = await Promise.all(
    Object.entries(authorizations).map(async ([clientId, { sid }]) => {
      const client = await engine.provider.Client.find(clientId);
      return client === undefined ? undefined : frameOf(client, engine.provider.issuer, sid);
    }),
  );
  return frames.filter((frame) => frame !== undefined);
}

/** OpenID Connect Front-Channel Logout 1.0, section 2: `iss` and `sid` for those who want them. */
function frameOf(client: Client, issuer: string, sid: string | undefined): string | undefined {
  const address = client['frontchannel_logout_uri'];
  if (typeof address !== 'string') return undefined;
  const url = new URL(address);
  if (client['frontchannel_logout_session_required'] === true && sid !== undefined) {
    url.searchParams.set('iss', issuer);
    url.searchParams.set('sid', sid);
  }
  return url.href;
}

import type { Client, KoaContextWithOIDC } from 'oidc-provider';
import type { Engine } from './engine.js';
import { frontChannelPage } from '../http/pages/other-pages.js';
import { lookOf, sendPage } from './page-sources.js';
import { ROUTES } from './routes.js';

interface Participant {
  readonly sid?: string | undefined;
}

/** Who took part in the session that is about to end; the engine forgets it with the session. */
const participants = new WeakMap<object, Readonly<Record<string, Participant>>>();

/** Called before the engine confirms a sign-out. */
export async function rememberParticipants(engine: Engine, context: KoaContextWithOIDC) {
  const session = await engine.provider.Session.get(context);
  participants.set(context.req, { ...session.authorizations });
}

/**
 * After a sign-out: ends the front-channel sessions of all clients that took part, then goes on to
 * where the engine would have gone.
 */
export async function finishLogout(engine: Engine, context: KoaContextWithOIDC): Promise<void> {
  const { route } = context.oidc;
  if (route === 'end_session' && (await confirmAtOnce(engine, context))) return;
  if (route !== 'end_session_confirm' || context.status !== 303) return;
  const isWhole = (context.oidc.params as { readonly logout?: string }).logout !== undefined;
  if (isWhole) await journal(engine, context);
  const next = context.response.get('location');
  const frames = isWhole ? await logoutFrames(engine, participants.get(context.req) ?? {}) : [];
  if (frames.length === 0) return;
  context.status = 200;
  context.remove('Location');
  sendPage(context, frontChannelPage(lookOf(engine.uses, context.req), { frames, next }), {
    frames,
  });
}

/** Somebody who proves with an ID token of this session who is asking needs no question. */
async function confirmAtOnce(engine: Engine, context: KoaContextWithOIDC): Promise<boolean> {
  const { session, entities } = context.oidc;
  const hint = entities.IdTokenHint as { payload?: Hint } | undefined;
  const isSame = session !== undefined && isOfSession(hint?.payload, session);
  const secret = (session as { state?: { secret?: string } } | undefined)?.state?.secret;
  if (!isSame || secret === undefined || context.status !== 200) return false;
  const request = context.req;
  request.method = 'POST';
  request.url = `${ROUTES.endSession}/confirm`;
  request.headers['content-type'] = 'application/x-www-form-urlencoded';
  delete request.headers['content-length'];
  Object.assign(request, { originalUrl: request.url, body: { xsrf: secret, logout: 'yes' } });
  context.respond = false;
  context.res.removeHeader('Content-Length');
  context.res.removeHeader('Content-Type');
  await engine.handle(request, context.res);
  return true;
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

async function journal(engine: Engine, context: KoaContextWithOIDC): Promise<void> {
  const accountId = context.oidc.session?.accountId;
  if (accountId === undefined) return;
  const clients = Object.keys(participants.get(context.req) ?? {});
  await engine.uses.journal.record({
    type: 'session.ended',
    actor: accountId,
    subject: accountId,
    ip: context.ip,
    details: { clients },
  });
}

export async function logoutFrames(
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

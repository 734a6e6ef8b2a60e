import { randomUUID } from 'node:crypto';
import { currentTraceId } from '@sextant/platform-runtime/logging';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Engine } from '../engine/engine.js';
import { showInteraction } from '../interactions/show-interaction.js';
import { undoLateSignIn } from '../interactions/late-check.js';
import { finishLogout } from '../sessions/logout.js';
import { metadataDocument } from '../engine/metadata.js';
import { lookOf, sendPage } from '../engine/page-sources.js';
import { errorPage, postBackPage } from '../../pages/other-pages.js';
import { repeatAnswer } from '../engine/refresh-grace.js';
import { describeGrantError, describeRefusal } from '../engine/refusals.js';
import { isPage, ROUTES } from '../../http/routes.js';
import { noteSessionUse } from '../sessions/session-places.js';
import { writeBrowserState } from '../../pages/session-management.js';
import { isChange, wholeRequest } from './whole-requests.js';

type Next = () => Promise<void>;

/** What has to be different about the engine's answers. */
export const afterEngine =
  (engine: Engine) =>
  (context: KoaContextWithOIDC, next: Next): Promise<void> => {
    const finish = finished(engine);
    return isChange(context)
      ? wholeRequest(engine, context, {
          answer: () => finish(context, next),
          fail: (error) => {
            failed(engine, context, error);
            unavailable(engine, context);
            showPeople(engine, context);
            completeError(context, engine.uses.settings.issuer);
          },
        })
      : finish(context, next);
  };

const finished =
  (engine: Engine) =>
  async (context: KoaContextWithOIDC, next: Next): Promise<void> => {
    await engineAnswer(engine, context, next);
    // Without a matching route the engine has no context of its own.
    if ((context as { oidc?: unknown }).oidc === undefined) {
      refuseUnknown(context, engine.uses.settings.issuer);
      return;
    }
    await noteSessionUse(engine, context);
    await undoLateSignIn(engine, context);
    writeBrowserState(context, engine.uses.settings.issuer.startsWith('https:'));
    await showInteraction(engine, context);
    await finishLogout(engine, context);
    describeServer(engine, context);
    unavailable(engine, context);
    nameAsSpecified(context);
    nameInteraction(context);
    if (!repeatAnswer(context)) describeGrantError(context);
    await keepForGrace(engine, context);
    describeRefusal(engine.provider, context, (view) =>
      sendPage(context, postBackPage(lookOf(engine.uses, context.req), view)),
    );
    showPeople(engine, context);
    completeError(context, engine.uses.settings.issuer);
    redirectAsSpecified(context);
    await journalRevocation(engine, context);
    emptyAsJson(context);
  };

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** FAPI 1.0 Baseline, section 6.2.1, 11: a resource names the interaction as the client does, else by itself. */
function nameInteraction(context: KoaContextWithOIDC): void {
  if (context.path !== ROUTES.userinfo) return;
  const id = context.get('x-fapi-interaction-id');
  context.set('x-fapi-interaction-id', UUID.test(id) ? id : randomUUID());
}

/** A path below ours, or a method, that the engine does not know. */
function refuseUnknown(context: KoaContextWithOIDC, issuer: string): void {
  if (context.status !== 404) return;
  context.body = { error: 'not_found', error_description: 'There is nothing at this address.' };
  context.status = 404;
  completeError(context, issuer);
}

/** The tokens are stored and good: a client that asks again has to sign in, which is no reason to fail this request too. */
async function keepForGrace({ uses }: Engine, context: KoaContextWithOIDC): Promise<void> {
  try {
    await uses.grace.keep(context);
  } catch (error) {
    uses.logger.warn('refresh_grace.not_kept', { err: error });
  }
}

/** Failures outside the engine's own handlers, such as a lost database while a session is read. */
async function engineAnswer(engine: Engine, context: KoaContextWithOIDC, next: Next) {
  try {
    await next();
  } catch (error) {
    failed(engine, context, error);
  }
}

function failed(engine: Engine, context: KoaContextWithOIDC, error: unknown): void {
  context.state['serverError'] = error;
  context.status = 500;
  context.body = { error: 'server_error' };
  if (engine.uses.unavailable(error) === undefined) {
    engine.uses.logger.error('engine.failed', { err: error });
  }
}

/** The documents are the same until the engine is built anew: they are kept. */
function describeServer(engine: Engine, context: KoaContextWithOIDC): void {
  const { path } = context;
  if (context.status !== 200 || typeof context.body !== 'object') return;
  if (path === ROUTES.serverMetadata || path === ROUTES.openidConfiguration) {
    const document = context.body as Record<string, unknown>;
    context.body = metadataDocument(path, document, engine.uses.settings);
  } else if (path !== ROUTES.jwks) return;
  const type = context.response.get('content-type') || 'application/json; charset=utf-8';
  engine.documents.set(path, { type, body: JSON.stringify(context.body) });
}

/** The engine says 500 to everything unexpected; a database that is away is 503, and not our fault. */
function unavailable(engine: Engine, context: KoaContextWithOIDC): void {
  const error: unknown = context.state['serverError'];
  if (error === undefined || context.status !== 500) return;
  const problem = engine.uses.unavailable(error);
  const traceId = currentTraceId() ?? 'unknown';
  if (problem === undefined) {
    engine.uses.logger.error('engine.server_error', { err: error });
    context.body = {
      error: 'server_error',
      error_description: `Internal error. Trace id: ${traceId}.`,
    };
    return;
  }
  engine.uses.logger.warn('engine.unavailable', { err: error });
  context.status = 503;
  context.set('Retry-After', '1');
  context.body = {
    error: 'temporarily_unavailable',
    error_description: `${problem.message} Trace id: ${traceId}.`,
  };
}

/** A failure in front of a browser is a page, as refusals are. */
function showPeople(engine: Engine, context: KoaContextWithOIDC): void {
  const isForPeople = isPage(context.path) && context.accepts('json', 'html') === 'html';
  if (context.status < 500 || !isForPeople) return;
  const { error, error_description: description } = (context.body ?? {}) as Record<string, string>;
  if (error === undefined) return;
  const { status } = context;
  sendPage(context, errorPage(lookOf(engine.uses, context.req), { error, description }));
  context.status = status;
}

/** What the engine calls `invalid_request` and RFC 6749, section 5.2, calls by another name. */
function nameAsSpecified(context: KoaContextWithOIDC): void {
  const refusal = (context.body ?? {}) as Record<string, string>;
  if (refusal['error'] !== 'invalid_request') return;
  if (isForbiddenGrant(context)) {
    context.body = { ...refusal, error: 'unauthorized_client' };
    context.status = 400;
  } else if (isAnonymous(context)) {
    context.body = { ...refusal, error: 'invalid_client' };
    context.status = 401;
    context.set('WWW-Authenticate', 'Basic realm="auth-server"');
  }
}

/** A client that has shown who it is, and asks for a grant of which it has none. */
function isForbiddenGrant({ oidc }: KoaContextWithOIDC): boolean {
  const { client, route, params } = oidc;
  const grant = params?.['grant_type'];
  if (route !== 'token' || client === undefined || typeof grant !== 'string') return false;
  return !client.grantTypeAllowed(grant);
}

const FOR_CLIENTS = new Set([
  ...['token', 'revocation', 'introspection'],
  ...['pushed_authorization_request', 'device_authorization', 'backchannel_authentication'],
]);

/** Nothing in the request says which client it comes from. */
function isAnonymous({ oidc, headers }: KoaContextWithOIDC): boolean {
  const { client, route, body } = oidc;
  if (!FOR_CLIENTS.has(route) || client !== undefined || body === undefined) return false;
  return !headers.authorization && !body['client_id'] && !body['client_assertion'];
}

/** `error_uri` of RFC 6749 section 5.2 leads to a page that explains the code. */
function completeError(context: KoaContextWithOIDC, issuer: string): void {
  const body: unknown = context.body;
  if (typeof body !== 'object' || body === null || Buffer.isBuffer(body)) return;
  const { error } = body as { readonly error?: unknown };
  if (context.status < 400 || typeof error !== 'string') return;
  context.body = { ...body, error_uri: `${issuer}${ROUTES.errors}#${error}` };
}

/** Spec 2, part 4.1: the way back to the client is a 302. */
function redirectAsSpecified(context: KoaContextWithOIDC): void {
  const { route } = context.oidc;
  if (context.status === 303 && (route === 'authorization' || route === 'resume')) {
    context.status = 302;
  }
}

/** RFC 7009 section 2.2 leaves the body open; clients that read JSON alone stumble over empty text. */
function emptyAsJson(context: KoaContextWithOIDC): void {
  if (context.oidc.route !== 'revocation' || context.status !== 200) return;
  context.set('Content-Type', 'application/json');
}

async function journalRevocation(engine: Engine, context: KoaContextWithOIDC): Promise<void> {
  if (context.oidc.route !== 'revocation' || context.status !== 200) return;
  const { AccessToken, RefreshToken, ClientCredentials } = context.oidc.entities;
  const token = AccessToken ?? RefreshToken ?? ClientCredentials;
  const clientId = context.oidc.client?.clientId;
  // Tokens of other clients never come this far with a 200.
  if (token === undefined || clientId === undefined) return;
  await engine.uses.journal.record({
    type: 'token.revoked',
    actor: clientId,
    subject: 'accountId' in token ? token.accountId : clientId,
    ip: context.ip,
    details: { kind: token.kind, client_id: clientId },
  });
}

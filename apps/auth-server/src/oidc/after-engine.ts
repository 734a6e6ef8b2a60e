import { currentTraceId } from '@sextant/platform-logging';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Engine } from './engine.js';
import { showInteraction } from './interactions.js';
import { undoLateSignIn } from './late-check.js';
import { finishLogout, rememberParticipants } from './logout.js';
import { metadataDocument } from './metadata.js';
import { lookOf, sendPage } from './page-sources.js';
import { errorPage } from '../http/pages/other-pages.js';
import { describeRefusal } from './refusals.js';
import { isPage, ROUTES } from './routes.js';
import { noteSessionUse } from './session-places.js';
import { writeBrowserState } from './session-management.js';

type Next = () => Promise<void>;

/** What has to be different about the engine's answers. */
export const afterEngine =
  (engine: Engine) =>
  async (context: KoaContextWithOIDC, next: Next): Promise<void> => {
    if (context.path === `${ROUTES.endSession}/confirm`)
      await rememberParticipants(engine, context);
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
    describeRefusal(context);
    showPeople(engine, context);
    completeError(context, engine.uses.settings.issuer);
    redirectAsSpecified(context);
    await journalRevocation(engine, context);
    emptyAsJson(context);
  };

/** A path below ours, or a method, that the engine does not know. */
function refuseUnknown(context: KoaContextWithOIDC, issuer: string): void {
  if (context.status !== 404) return;
  context.body = { error: 'not_found', error_description: 'There is nothing at this address.' };
  context.status = 404;
  completeError(context, issuer);
}

/** Failures outside the engine's own handlers, such as a lost database while a session is read. */
async function engineAnswer(engine: Engine, context: KoaContextWithOIDC, next: Next) {
  try {
    await next();
  } catch (error) {
    context.state['serverError'] = error;
    context.status = 500;
    context.body = { error: 'server_error' };
    if (engine.uses.unavailable(error) === undefined) {
      engine.uses.logger.error('engine.failed', { err: error });
    }
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
const OTHER_NAMES: Readonly<Record<string, { readonly error: string; readonly status: number }>> = {
  'requested grant type is not allowed for this client': {
    error: 'unauthorized_client',
    status: 400,
  },
  'no client authentication mechanism provided': { error: 'invalid_client', status: 401 },
};

function nameAsSpecified(context: KoaContextWithOIDC): void {
  const { error, error_description: text = '' } = (context.body ?? {}) as Record<string, string>;
  const other = OTHER_NAMES[text];
  if (error !== 'invalid_request' || other === undefined) return;
  context.body = { error: other.error, error_description: text };
  context.status = other.status;
  if (other.status === 401) context.set('WWW-Authenticate', 'Basic realm="auth-server"');
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

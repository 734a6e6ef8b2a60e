import { HTTP_PROBLEMS } from '@sextant/platform-http/errors';
import { clientCertificateOf } from '@sextant/platform-http';
import type { Request, RequestHandler, Response } from 'express';
import { FIRST_PARTY } from '../../clients/client.js';
import { markedToken } from '../engine/artifact-adapter.js';
import { noteCertificate } from '../engine/clients/client-certificates.js';
import type { Engine } from '../engine/engine.js';
import { changeForm, NUL, type FormFields } from '../interactions/form.middleware.js';
import { allowFraming, protectPage } from '../../pages/headers.js';
import { reloadInteraction, submitInteraction } from '../interactions/interactions.handler.js';
import { isInteractionPath } from '../../http/routes.js';
import { tokenAliasOf } from '../engine/metadata.js';
import { assetsWith } from '../../pages/assets.js';
import { errorPage, errorsPage, sessionIframe } from '../../pages/other-pages.js';
import { lookOf } from '../engine/page-sources.js';
import { ERROR_TEXTS } from './error-texts.js';
import {
  answersPreflight,
  isRegistration,
  readRegistration,
} from './registration-body.middleware.js';
import { isEngineRoute, isPage, routePattern, ROUTES } from '../../http/routes.js';
import { sessionStatus, signOutFromElsewhere } from '../sessions/session-endpoints.handler.js';

type Handler = (request: Request, response: Response) => Promise<void> | void;

/**
 * Puts the engine in front of Nest: it reads raw bodies and answers by itself. The limits, logs,
 * metrics and security headers that Express middleware brings are before it.
 */
export function mountEngine(engine: Engine): RequestHandler {
  const own = ownPages(engine);
  const normalise = asIssuer(engine.uses.settings.issuer);
  return (request, response, next) => {
    const handler = own.get(`${request.method} ${request.path}`) ?? dynamic(engine, request);
    if (handler === undefined) {
      next();
      return;
    }
    // What logs and metrics call the route; Nest does so for its own.
    Object.assign(request, { route: { path: routePattern(request.path) } });
    // While the host is the one that was called.
    noteCertificate(request, engine.uses.settings.mutualTls, (header) =>
      clientCertificateOf(request, header, engine.uses.clock.nowMs()),
    );
    normalise(request);
    if (isPage(request.path)) protectPage(response);
    Promise.resolve()
      .then(() => {
        if (/%00|\0/.test(request.url)) throw HTTP_PROBLEMS.badRequest({ message: NUL });
        return handler(request, response);
      })
      .catch(next);
  };
}

function dynamic(engine: Engine, request: Request): Handler | undefined {
  const { path, method } = request;
  if (path.startsWith(`${ROUTES.assets}/`)) return asset(engine);
  if (isInteractionPath(path)) {
    if (method === 'POST') return (from, to) => submitInteraction(engine, from, to);
    return method === 'GET' ? (from, to) => reloadInteraction(engine, from, to) : undefined;
  }
  if (!isEngineRoute(path)) return undefined;
  return isRegistration(path)
    ? async (from, to) => {
        if (answersPreflight(from, to)) return;
        await readRegistration(from);
        await engine.handle(from, to);
      }
    : (from, to) => engine.handle(from, to);
}

/** Everything that is not as oidc-provider expects it, by method and path. */
function ownPages(engine: Engine): Map<string, Handler> {
  const { passwordLogin } = engine.uses.settings;
  const toEngine: Handler = (request, response) => engine.handle(request, response);
  const direct: [string, Handler][] = passwordLogin
    ? [
        [`POST ${ROUTES.directLogin}`, directGrant(toEngine, 'password')],
        [`POST ${ROUTES.directRefresh}`, directGrant(toEngine, 'refresh_token')],
      ]
    : [];
  return new Map<string, Handler>([
    ...direct,
    [`GET ${ROUTES.authorization}`, withChallengeMethod(toEngine)],
    [`POST ${ROUTES.authorization}`, asQuery(ROUTES.authorization)],
    [`POST ${ROUTES.pushedAuthorizationRequest}`, withChallengeMethod(toEngine)],
    [`POST ${ROUTES.tokenAlias}`, aliasOfToken(toEngine)],
    [`OPTIONS ${ROUTES.tokenAlias}`, aliasOfToken(toEngine)],
    [`POST ${ROUTES.revocation}`, markToken(toEngine)],
    [`POST ${ROUTES.introspection}`, markToken(toEngine)],
    [`POST ${ROUTES.endSession}`, asQuery(ROUTES.endSession)],
    [`GET ${ROUTES.endSession}`, refuseBlindRedirect(engine, toEngine)],
    [`GET ${ROUTES.jwks}`, kept(engine, toEngine)],
    [`GET ${ROUTES.serverMetadata}`, kept(engine, toEngine)],
    [`GET ${ROUTES.openidConfiguration}`, kept(engine, toEngine)],
    [`GET ${ROUTES.sessionStatus}`, (from, to) => sessionStatus(engine, from, to)],
    [`GET ${ROUTES.frontchannelLogout}`, (from, to) => signOutFromElsewhere(engine, from, to)],
    ...plainPages(engine),
  ]);
}

/** Pages that are the same for everybody. */
function plainPages(engine: Engine): [string, Handler][] {
  const { issuer } = engine.uses.settings;
  return [
    [
      `GET ${ROUTES.sessionIframe}`,
      (_request, response) => {
        allowFraming(response);
        response.type('html').send(sessionIframe(`${issuer}${ROUTES.assets}`));
      },
    ],
    [
      `GET ${ROUTES.errors}`,
      (request, response) => {
        protectPage(response);
        // As the codes and the answers of the API: for developers.
        const look = lookOf(engine.uses, request, { asked: 'en' });
        response.type('html').send(errorsPage(look, ERROR_TEXTS));
      },
    ],
  ];
}

/**
 * The engine works out its own address from the request. Here it always gets the issuer's, whatever
 * Host and forwarding headers a caller or a proxy sends.
 */
function asIssuer(issuer: string): (request: Request) => void {
  const { protocol, host } = new URL(issuer);
  const scheme = protocol.slice(0, -1);
  return (request) => {
    request.headers.host = host;
    request.headers['x-forwarded-proto'] = scheme;
    request.headers['x-forwarded-for'] = request.ip ?? '';
    delete request.headers['x-forwarded-host'];
    request.originalUrl = request.url;
  };
}

function asset(engine: Engine): Handler {
  const assets = assetsWith(engine.uses.settings.themeCss);
  return (request, response) => {
    const name = request.path.slice(ROUTES.assets.length + 1);
    const found = Object.hasOwn(assets, name) ? assets[name] : undefined;
    if (found === undefined || request.method !== 'GET') throw HTTP_PROBLEMS.notFound();
    response.set('Cross-Origin-Resource-Policy', 'cross-origin');
    response.set('Cache-Control', 'public, max-age=300').type(found.type).send(found.text);
  };
}

/** Keys and metadata are served from memory once the engine has made them. */
const kept =
  (engine: Engine, toEngine: Handler): Handler =>
  (request, response) => {
    const document = engine.documents.get(request.path);
    if (document === undefined) return toEngine(request, response);
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Content-Type', document.type);
    response.end(document.body);
    return undefined;
  };

/** `code_challenge_method` is optional and S256 is its only value (spec 2, part 4.1). */
const withChallengeMethod =
  (toEngine: Handler): Handler =>
  (request, response) => {
    if (request.method === 'POST') {
      const form = request.body as FormFields | undefined;
      const isIncomplete =
        form?.['code_challenge'] !== undefined && form['code_challenge_method'] === undefined;
      if (isIncomplete) changeForm(request, { code_challenge_method: 'S256' });
      return toEngine(request, response);
    }
    const url = new URL(request.url, 'http://x');
    const { searchParams } = url;
    if (searchParams.has('code_challenge') && !searchParams.has('code_challenge_method')) {
      searchParams.set('code_challenge_method', 'S256');
      request.url = `${url.pathname}${url.search}`;
      request.originalUrl = request.url;
    }
    return toEngine(request, response);
  };

/**
 * Requests for sign-in and sign-out may come as forms (OpenID Connect Core 1.0 section 3.1.2.1,
 * RP-Initiated Logout 1.0 section 2): they are sent
 * on as GET, because cookies that survive a cross-site POST would need SameSite=None.
 */
const asQuery =
  (path: string): Handler =>
  (request, response) => {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries((request.body ?? {}) as Record<string, unknown>)) {
      for (const item of [value].flat()) query.append(name, String(item));
    }
    response.set('Cache-Control', 'no-store').redirect(303, `${path}?${query.toString()}`);
  };

const aliasOfToken =
  (toEngine: Handler): Handler =>
  (request, response) => {
    tokenAliasOf(request);
    moveTo(request, ROUTES.token);
    return toEngine(request, response);
  };

/** The direct doors are the token endpoint with a built-in client. */
const directGrant =
  (toEngine: Handler, grantType: string): Handler =>
  (request, response) => {
    const given = (request.body as FormFields | undefined)?.['grant_type'];
    changeForm(request, { client_id: FIRST_PARTY.directLogin });
    // What another door grants is unknown at this one.
    if (given !== undefined && given !== grantType) {
      changeForm(request, { grant_type: 'unsupported' });
    }
    delete request.headers.authorization;
    moveTo(request, ROUTES.token);
    return toEngine(request, response);
  };

function moveTo(request: Request, path: string): void {
  request.url = path;
  request.originalUrl = path;
}

/** The engine refuses to look up JWTs, because it does not keep its own; ours it keeps. */
const markToken =
  (toEngine: Handler): Handler =>
  (request, response) => {
    const token = (request.body as FormFields | undefined)?.['token'];
    if (typeof token === 'string' && token.includes('.')) {
      changeForm(request, { token: markedToken(token) });
    }
    return toEngine(request, response);
  };

/** Nobody knows whose redirect URI it is: an error, never the page that says all is well. */
const refuseBlindRedirect =
  (engine: Engine, toEngine: Handler): Handler =>
  (request, response) => {
    const { query } = request;
    const isBlind = query['id_token_hint'] === undefined && query['client_id'] === undefined;
    if (query['post_logout_redirect_uri'] === undefined || !isBlind) {
      return toEngine(request, response);
    }
    protectPage(response);
    const description = 'post_logout_redirect_uri needs id_token_hint or client_id.';
    const text = errorPage(lookOf(engine.uses, request), { error: 'invalid_request', description });
    response.status(400).type('html').send(text);
    return undefined;
  };

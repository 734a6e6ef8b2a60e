import type { Request, Response } from 'express';
import type { Engine } from '../engine/engine.js';
import { frontChannelPage } from '../../pages/other-pages.js';
import { endSession } from './logout.js';
import { allowFrames, protectPage } from '../../pages/headers.js';
import { lookOf } from '../engine/page-sources.js';
import { ROUTES } from '../../http/routes.js';
import { BROWSER_STATE_COOKIE, browserState } from '../../pages/session-management.js';

/** Who is signed in in this browser (spec 2, part 2, "Session status"); empty texts for nobody. */
export async function sessionStatus(engine: Engine, request: Request, response: Response) {
  const { provider } = engine;
  const session = await provider.Session.get(provider.createContext(request, response));
  const isSignedIn = session.accountId !== undefined;
  response.set('Cache-Control', 'no-store').json({
    session_state: browserState(isSignedIn ? session : undefined),
    sid: isSignedIn ? session.uid : '',
  });
}

/**
 * Front-channel logout at this server: ends the browser's session and, in frames, those of its
 * clients. Whoever links here proves with `iss` and the session's `sid` that the two belong
 * together; others are asked first, so that no foreign page can sign people out.
 */
export async function signOutFromElsewhere(engine: Engine, request: Request, response: Response) {
  const { provider } = engine;
  const context = provider.createContext(request, response);
  const session = await provider.Session.get(context);
  const { iss, sid } = request.query;
  const sids = Object.values(session.authorizations ?? {}).map((one) => one.sid);
  const isProven =
    iss === provider.issuer &&
    typeof sid === 'string' &&
    (sid === session.uid || sids.includes(sid));
  if (session.accountId === undefined || !isProven) {
    response.redirect(302, ROUTES.endSession);
    return;
  }
  const { accountId, uid, authorizations = {} } = session;
  const frames = await endSession(engine, { accountId, uid, authorizations }, () =>
    engine.uses.journal.record({
      ...{ type: 'session.ended', actor: accountId, subject: accountId, ip: request.ip },
      details: { channel: 'front' },
    }),
  );
  response.clearCookie(provider.cookieName('session'));
  response.clearCookie(`${provider.cookieName('session')}.sig`);
  response.clearCookie(BROWSER_STATE_COOKIE);
  protectPage(response);
  if (frames.length > 0) allowFrames(response, frames);
  const next = `${ROUTES.endSession}/success`;
  response.type('html').send(frontChannelPage(lookOf(engine.uses, request), { frames, next }));
}

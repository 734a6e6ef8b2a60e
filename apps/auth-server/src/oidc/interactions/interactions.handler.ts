import { timingSafeEqual } from 'node:crypto';
import { Problem } from '@sextant/platform-http/errors';
import type { Request, Response } from 'express';
import { errors } from 'oidc-provider';
import type { Engine } from '../engine/engine.js';
import { storeGrant } from '../engine/grants/consent.js';
import { WRONG, type Exchange, type Step, type Told } from './factor-step.handler.js';
import { takeStepOrOffer } from './offer-step.handler.js';
import type { Form } from './form.middleware.js';
import { grantOfSession } from './grants.js';
import { protectPage } from '../../pages/headers.js';
import {
  asksAccount,
  asksOf,
  csrfToken,
  currentUser,
  imagesOf,
  viewOf,
  type InteractionDetails,
} from './interaction-view.js';
import { lookOf } from '../engine/page-sources.js';
import { lookOfReader } from './show-interaction.js';
import type { TextKey } from '../../pages/texts/page-texts.js';
import { say } from '../../pages/texts/say.js';
import { errorPage } from '../../pages/other-pages.js';
import { signInPage, type SignInView } from '../../pages/sign-in-page.js';
import { languageAgain, waysOn } from './start-again.request.js';
import { comeBack, leaveFor, linkArrival } from './upstream-step.handler.js';

/** The page again: for those who reload it after a refused submission, or come back from another provider. */
export async function reloadInteraction(engine: Engine, request: Request, response: Response) {
  const details = await detailsOf(engine, request, response);
  if (details === undefined) return;
  const exchange = { request, response };
  const step = await comeBack(engine, exchange, details);
  if (step === undefined) await answer(engine, exchange, { details });
  else await followUp(engine, exchange, { details, step });
}

/** Takes the form: signs in, records the consent, and lets the engine answer the client. */
export async function submitInteraction(
  engine: Engine,
  request: Request,
  response: Response,
): Promise<void> {
  const details = await detailsOf(engine, request, response);
  if (details === undefined) return;
  if (!isGenuine(engine, details.uid, request.query['csrf'])) {
    refuse(engine, { request, response }, 'problem.forged');
    return;
  }
  const form = request.body as Form;
  if (form.upstream !== undefined) {
    if (await leaveFor(engine, { request, response }, { id: form.upstream, details })) return;
    const told = { key: 'upstreamAway' } as const;
    await answer(engine, { request, response }, { details, status: 503, told });
    return;
  }
  if (form.consent === undefined && form.account === undefined) {
    const told = { key: 'allowChoose' } as const;
    await answer(engine, { request, response }, { details, status: 400, told });
    return;
  }
  if (form.consent !== 'allow' && form.account === undefined) {
    await deny(engine, request, response, details);
    return;
  }
  await allow(engine, { request, response }, details);
}

async function allow(
  engine: Engine,
  { request, response }: Exchange,
  details: InteractionDetails,
): Promise<void> {
  const asks = asksOf(details);
  const isCurrent =
    asks === 'consent' || (asks === 'account' && (request.body as Form).account === 'current');
  const exchange = { request, response };
  const taken = isCurrent
    ? await asCurrent(engine, details)
    : await takeStepOrOffer(engine, exchange, details);
  const step = await linkArrival(engine, exchange, details, taken);
  await followUp(engine, exchange, { details, step });
}

async function followUp(
  engine: Engine,
  { request, response }: Exchange,
  { details, step }: { readonly details: InteractionDetails; readonly step: Step },
): Promise<void> {
  if (step.kind !== 'in') {
    await answer(engine, { request, response }, { details, ...step });
    return;
  }
  const { user, assurance, signedInMs } = step;
  const known = details.grantId ?? (await grantOfSession(engine, request, response, details));
  const grantId = await storeGrant(engine, { params: details.params, known, user });
  const result = {
    ...(assurance === undefined
      ? {}
      : {
          login: {
            ...{ accountId: user.id, amr: [...assurance.amr], acr: assurance.acr },
            ...(signedInMs === undefined ? {} : { ts: Math.floor(signedInMs / 1000) }),
          },
        }),
    ...(asksAccount(details) ? { select_account: {} } : {}),
    consent: { grantId },
  };
  await journal(engine, request, { type: 'consent.granted', details, subject: user.id });
  await goOn(engine, request, response, result);
}

async function asCurrent(engine: Engine, details: InteractionDetails): Promise<Step> {
  const user = await currentUser(engine, details);
  return user === undefined ? { kind: 'refused', status: 401, told: WRONG } : { kind: 'in', user };
}

async function deny(
  engine: Engine,
  request: Request,
  response: Response,
  details: InteractionDetails,
): Promise<void> {
  const subject = details.session?.accountId;
  // Strangers who go back have denied nothing of anybody's, and the audit log must not grow with each of them.
  if (subject !== undefined) {
    await journal(engine, request, { type: 'consent.denied', details, subject });
  }
  await goOn(engine, request, response, {
    error: 'access_denied',
    error_description: 'the user did not allow the access',
  });
}

/** The engine goes on in the same request, so that its answer is the form's: the way to the client. */
async function goOn(
  engine: Engine,
  request: Request,
  response: Response,
  result: Parameters<Engine['provider']['interactionResult']>[2],
): Promise<void> {
  const returnTo = await engine.provider.interactionResult(request, response, result, {
    mergeWithLastSubmission: true,
  });
  request.method = 'GET';
  request.url = new URL(returnTo).pathname;
  request.originalUrl = request.url;
  delete request.headers['content-type'];
  delete request.headers['content-length'];
  await engine.handle(request, response);
}

async function detailsOf(engine: Engine, request: Request, response: Response) {
  try {
    return (await engine.provider.interactionDetails(request, response)) as InteractionDetails;
  } catch (error) {
    if (!(error instanceof errors.SessionNotFound)) throw error;
    refuse(engine, { request, response }, 'expiredPage');
    return undefined;
  }
}

function refuse(engine: Engine, { request, response }: Exchange, key: TextKey): void {
  protectPage(response);
  const asked = languageAgain(request);
  const look = lookOf(engine.uses, request, asked === undefined ? {} : { asked });
  const description = say(look, key);
  const text = errorPage(look, { error: 'invalid_request', description, ways: waysOn(request) });
  response.status(400).type('html').send(text);
}

async function answer(
  engine: Engine,
  { request, response }: Exchange,
  shown: {
    readonly details: InteractionDetails;
    readonly status?: number;
    readonly told?: Told;
  } & Partial<Pick<SignInView, 'username' | 'factor'>>,
): Promise<void> {
  const { details, status = 200, told, username, factor } = shown;
  const look = await lookOfReader(engine, request, details);
  const view = {
    ...(await viewOf(engine, details, look)),
    ...(told === undefined ? {} : { error: say(look, told.key, told.values) }),
    ...(username === undefined ? {} : { username }),
    ...(factor === undefined ? {} : { factor }),
  };
  protectPage(response, imagesOf(view));
  response.status(status).type('html').send(signInPage(look, view));
}

function isGenuine(engine: Engine, uid: string, token: unknown): boolean {
  const expected = Buffer.from(csrfToken(engine, uid));
  const given = Buffer.from(typeof token === 'string' ? token : '');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

async function journal(
  engine: Engine,
  request: Request,
  entry: {
    readonly type: 'consent.granted' | 'consent.denied';
    readonly details: InteractionDetails;
    readonly subject: string;
  },
): Promise<void> {
  const { client_id, scope } = entry.details.params;
  await engine.uses.journal.record({
    type: entry.type,
    actor: entry.subject,
    subject: entry.subject,
    ip: request.ip,
    details: { client_id, scope },
  });
}

/** An error of the engine that reached Express, as a Problem. */
export function engineProblem(error: unknown): Problem | undefined {
  if (!(error instanceof errors.OIDCProviderError) || error.statusCode >= 500) return undefined;
  return new Problem(error.error, error.statusCode, error.error_description ?? error.message);
}

import { assuranceOf, levelOf, WITH_FACTOR } from '../../factors/assurance.js';
import {
  dropArrival,
  keepJourney,
  openArrival,
  type Arrival,
  type CookieBox,
} from '../../upstream/upstream.cookie.js';
import type { Engine } from '../engine/engine.js';
import { doorOf, factorFor, welcome, type Exchange, type Step } from './factor-step.handler.js';
import type { InteractionDetails } from './interaction-view.js';

const boxOf = ({ uses: { sealer, clock, settings } }: Engine): CookieBox => ({
  sealer,
  isSecure: settings.issuer.startsWith('https:'),
  nowMs: clock.nowMs(),
});

/** Sends somebody to another provider. @returns `false` for one that is not there or does not answer */
export async function leaveFor(
  engine: Engine,
  { request, response }: Exchange,
  { id, details }: { readonly id: string; readonly details: InteractionDetails },
): Promise<boolean> {
  const upstream = engine.uses.upstreams.find(id);
  if (upstream === undefined) return false;
  try {
    const { url, checks } = await upstream.begin({ isFresh: await wantsSignIn(engine, details) });
    const box = boxOf(engine);
    keepJourney(box, response, { upstream: id, checks, returnTo: request.path, atMs: box.nowMs });
    response.set('Cache-Control', 'no-store').redirect(303, url);
    return true;
  } catch (error) {
    engine.uses.logger.warn('upstream.away', { upstream: id, err: error });
    return false;
  }
}

/**
 * Whether the client wants somebody to sign in now: how old a session of the provider is, nobody here knows. By what the client has
 * asked for, not by what this page is shown for: whoever signs in on that of `select_account` is not asked again for `login`.
 */
async function wantsSignIn({ provider }: Engine, { params }: InteractionDetails) {
  const prompts = params['prompt']?.split(' ') ?? [];
  if (prompts.includes('login') || params['max_age'] !== undefined) return true;
  const client = await provider.Client.find(params['client_id'] ?? '');
  return client?.defaultMaxAge !== undefined;
}

/** What has come of it, on the page that it began at; `undefined` when nobody was away. */
export async function comeBack(
  engine: Engine,
  exchange: Exchange,
  details: InteractionDetails,
): Promise<Step | undefined> {
  const { request, response } = exchange;
  const arrival = openArrival(boxOf(engine), request);
  const upstream = arrival === undefined ? undefined : engine.uses.upstreams.find(arrival.upstream);
  if (arrival === undefined || upstream === undefined) return undefined;
  const refused = { kind: 'refused', status: 401 } as const;
  if (arrival.identity === undefined) {
    dropArrival(boxOf(engine), response, request.path);
    return { ...refused, told: { key: 'upstreamRefused', values: { name: upstream.name } } };
  }
  const user = await engine.uses.upstreams.resolve(upstream, arrival.identity, request.ip);
  if (user === undefined) {
    return { ...refused, told: { key: 'upstreamUnknown', values: { name: upstream.name } } };
  }
  dropArrival(boxOf(engine), response, request.path);
  const entering = { user, name: user.username };
  const door = doorOf(exchange, details);
  const factor = await factorFor(engine, { ...entering, door }, details, upstream.id);
  if (factor !== undefined) return { kind: 'asked', factor };
  const assurance = assuranceOf('none', 'upstream');
  const step = await welcome(engine, exchange, {
    door,
    entering,
    assurance,
    upstream: upstream.id,
  });
  // Whoever has a factor has shown it in this browser, and changes none without it if it was there at the sign-in, which is now.
  if (step.kind !== 'in' || (await engine.uses.factors.isEnrolled(user.id))) return step;
  return { ...step, signedInMs: arrival.identity.signedInMs };
}

/**
 * Whoever has come back unknown and then signed in here, with all that this asks for, is known from now on.
 *
 * @returns the same, or the second step where the roles that the link has brought demand one
 */
export async function linkArrival(
  engine: Engine,
  exchange: Exchange,
  details: InteractionDetails,
  step: Step,
): Promise<Step> {
  if (step.kind !== 'in' || step.assurance === undefined) return step;
  const { request, response } = exchange;
  const arrival: Arrival | undefined = openArrival(boxOf(engine), request);
  const upstream = arrival === undefined ? undefined : engine.uses.upstreams.find(arrival.upstream);
  if (arrival?.identity === undefined || upstream === undefined) return step;
  dropArrival(boxOf(engine), response, request.path);
  await engine.uses.upstreams.link(upstream, arrival.identity, step.user, request.ip);
  const user = (await engine.uses.users.find(step.user.id)) ?? step.user;
  if (levelOf(step.assurance.acr) >= WITH_FACTOR) return { ...step, user };
  const entering = { user, name: user.username, door: doorOf(exchange, details) };
  const factor = await factorFor(engine, entering, details);
  return factor === undefined ? { ...step, user } : { kind: 'asked', factor };
}

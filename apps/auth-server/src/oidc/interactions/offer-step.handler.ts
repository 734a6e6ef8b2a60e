import { levelOf, WITH_FACTOR, type Assurance } from '../../factors/assurance.js';
import type { FactorView } from '../../pages/sign-in-page.js';
import type { User } from '../../users/user.js';
import type { Engine } from '../engine/engine.js';
import {
  answerOf,
  doorOf,
  EXPIRED,
  holderOf,
  takeStep,
  TICKET_MS,
  type Exchange,
  type Step,
} from './factor-step.handler.js';
import type { Form } from './form.middleware.js';
import { passkeyChallenge, type InteractionDetails } from './interaction-view.js';
import { rememberSignIn } from './late-check.js';
import { keepOfferRest, offerRest, type OfferRest } from './offer.cookie.js';

/** Who has signed in, and is offered a passkey before going on. */
interface Offer {
  readonly userId: string;
  readonly generation: number;
  readonly assurance: Assurance;
  readonly atMs: number;
}

/** Takes a form of the sign-in page. Somebody who comes in by a password may be offered a passkey first. */
export async function takeStepOrOffer(
  engine: Engine,
  exchange: Exchange,
  details: InteractionDetails,
): Promise<Step> {
  const { ticket = '', offer } = exchange.request.body as Form;
  const offered = openOffer(engine, details.uid, ticket);
  if (offered !== undefined) return answerOffer(engine, exchange, { details, offered });
  const step = await takeStep(engine, exchange, details);
  if (step.kind !== 'in') return withAbility(step, offer === 'yes');
  const assurance = await offerable(engine, exchange, step);
  if (assurance === undefined) return step;
  rest(engine, exchange, 'later');
  const { id: userId, generation } = step.user;
  const made = { userId, generation, assurance, atMs: engine.uses.clock.nowMs() };
  return {
    kind: 'asked',
    factor: await viewOf(engine, details.uid, step.user, sealOffer(engine, details.uid, made)),
  };
}

/** What the script has said of the browser at the first step, for the second one. */
const withAbility = (
  step: Exclude<Step, { readonly kind: 'in' }>,
  canMakePasskeys: boolean,
): Step =>
  step.factor === undefined ? step : { ...step, factor: { ...step.factor, canMakePasskeys } };

/** @returns how somebody has signed in to whom a passkey is offered */
async function offerable(
  engine: Engine,
  exchange: Exchange,
  { user, assurance }: Extract<Step, { readonly kind: 'in' }>,
): Promise<Assurance | undefined> {
  const { passkeys, factors } = engine.uses;
  const before = offerRest(exchange.request);
  // As long as people come back it lasts.
  if (before === 'never') rest(engine, exchange, before);
  const isAble = (exchange.request.body as Form).offer === 'yes' && passkeys.isPossible;
  if (assurance === undefined || before !== undefined || !isAble) return undefined;
  const own = await factors.list(user.id);
  // Who has a factor and has not shown it changes none.
  const mayAdd = own.length === 0 || levelOf(assurance.acr) >= WITH_FACTOR;
  return mayAdd && !own.some(({ kind }) => kind === 'passkey') ? assurance : undefined;
}

async function answerOffer(
  engine: Engine,
  exchange: Exchange,
  { details, offered }: { readonly details: InteractionDetails; readonly offered: Offer },
): Promise<Step> {
  const { request } = exchange;
  const { ticket = '', offer, passkey = '' } = request.body as Form;
  const user = await holderOf(engine, offered);
  if (user === undefined) return { kind: 'refused', status: 401, told: EXPIRED };
  if (passkey !== '') {
    const codes = await added(engine, exchange, { details, user });
    if (codes === undefined) {
      const factor = await viewOf(engine, details.uid, user, ticket);
      return { kind: 'refused', status: 422, told: { key: 'passkeyFailed' }, factor };
    }
    if (codes.length > 0) return { kind: 'asked', factor: { ticket, codes } };
  }
  if (offer === 'never') rest(engine, exchange, 'never');
  rememberSignIn(request, user);
  return { kind: 'in', user, assurance: offered.assurance };
}

/** @returns recovery codes, with the first factor; `undefined` for an answer that makes no passkey */
async function added(
  engine: Engine,
  exchange: Exchange,
  { details, user }: { readonly details: InteractionDetails; readonly user: User },
): Promise<readonly string[] | undefined> {
  const { browser, ip } = doorOf(exchange, details);
  const answer = answerOf((exchange.request.body as Form).passkey);
  const challenge = passkeyChallenge(engine, details.uid);
  const given = { answer, challenge, name: browser?.name ?? '' };
  try {
    return await engine.uses.passkeys.add(user, given, { id: user.id, ip });
  } catch (error) {
    if ((error as { readonly status?: number }).status === 422) return undefined;
    throw error;
  }
}

async function viewOf(
  engine: Engine,
  uid: string,
  user: User,
  ticket: string,
): Promise<FactorView> {
  const options = await engine.uses.passkeys.creationOptions(user, passkeyChallenge(engine, uid));
  return { ticket, offer: JSON.stringify(options) };
}

const rest = (engine: Engine, { response }: Exchange, how: OfferRest): void =>
  keepOfferRest(response, how, engine.uses.settings.issuer.startsWith('https:'));

/** Sealed, and bound to the interaction; it is no ticket of the second step. */
const contextOf = (uid: string): string => `passkey-offer ${uid}`;

const sealOffer = ({ uses }: Engine, uid: string, offer: Offer): string =>
  uses.sealer.seal(JSON.stringify(offer), contextOf(uid)).toString('base64url');

function openOffer({ uses }: Engine, uid: string, sealed: string): Offer | undefined {
  try {
    const text = uses.sealer.open(Buffer.from(sealed, 'base64url'), contextOf(uid));
    const offer = JSON.parse(text) as Offer;
    return uses.clock.nowMs() - offer.atMs < TICKET_MS ? offer : undefined;
  } catch {
    return undefined; // a ticket of the second step, or none
  }
}

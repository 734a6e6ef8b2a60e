import type { Request, Response } from 'express';
import { renderSVG } from 'uqr';
import { assuranceOf, WITH_FACTOR, type Assurance, type Proof } from '../../factors/assurance.js';
import type { Entering } from '../../sign-in/sign-in.js';
import type { Door } from '../../sign-in/door.js';
import type { User } from '../../users/user.js';
import { browserOf, keepBrowser } from '../../passwords/browser.js';
import type { TextKey } from '../../pages/texts/page-texts.js';
import type { FactorView } from '../../pages/sign-in-page.js';
import { demandedLevel } from '../engine/demanded-level.js';
import type { Engine } from '../engine/engine.js';
import type { Form } from './form.middleware.js';
import { passkeyChallenge, type InteractionDetails } from './interaction-view.js';
import { rememberSignIn } from './late-check.js';

export interface Exchange {
  readonly request: Request;
  readonly response: Response;
}

/** What the page says, in the language of its reader. */
export interface Told {
  readonly key: TextKey;
  readonly values?: Readonly<Record<string, string>>;
}

/** What comes of a form: somebody is in, or the page is shown again, or its next step. */
export type Step =
  | {
      readonly kind: 'in';
      readonly user: User;
      readonly assurance?: Assurance;
      /** Where it was not now: at another provider, before. */
      readonly signedInMs?: number | undefined;
    }
  | {
      readonly kind: 'refused';
      readonly status: number;
      readonly told: Told;
      readonly username?: string;
      readonly factor?: FactorView;
    }
  | { readonly kind: 'asked'; readonly factor: FactorView };

export const WRONG: Told = { key: 'signInWrong' };
const WRONG_CODE: Told = { key: 'codeWrong' };
const WRONG_PASSKEY: Told = { key: 'passkeyWrong' };
export const EXPIRED: Told = { key: 'signInExpired' };

/** Who has shown the right password, between the first step and the second. */
interface Ticket {
  readonly userId: string;
  readonly name: string;
  readonly generation: number;
  readonly atMs: number;
  /** Of an app that is about to be added. */
  readonly secret?: string;
  /** Id of the provider that has signed somebody in, in the place of a password. */
  readonly upstream?: string | undefined;
}

export const TICKET_MS = 600_000;

/** Takes a form of the sign-in page: name and password first, then a code where one is needed. */
export function takeStep(
  engine: Engine,
  exchange: Exchange,
  details: InteractionDetails,
): Promise<Step> {
  const { ticket, passkey } = exchange.request.body as Form;
  if (ticket !== undefined) return secondStep(engine, exchange, details);
  return passkey === undefined || passkey === ''
    ? firstStep(engine, exchange, details)
    : passkeyStep(engine, exchange, details);
}

async function firstStep(
  engine: Engine,
  exchange: Exchange,
  details: InteractionDetails,
): Promise<Step> {
  const { username = '', password = '' } = exchange.request.body as Form;
  const refused = { kind: 'refused', status: 401, told: WRONG, username } as const;
  if (username === '' || password === '') return refused;
  const door = doorOf(exchange, details);
  const user = await engine.uses.doors.check(exchange.request, { username, password }, door);
  if (user === undefined) return refused;
  const entering = { user, name: username };
  const factor = await factorFor(engine, { ...entering, door }, details);
  if (factor !== undefined) return { kind: 'asked', factor };
  return welcome(engine, exchange, { door, entering, assurance: assuranceOf('none') });
}

/** A passkey is all that it takes. */
async function passkeyStep(
  engine: Engine,
  exchange: Exchange,
  details: InteractionDetails,
): Promise<Step> {
  const entered = await checkPasskey(engine, exchange, { uid: details.uid });
  if (entered === undefined) return { kind: 'refused', status: 401, told: WRONG_PASSKEY };
  const { user, proof } = entered;
  const entering = { user, name: user.username };
  const door = doorOf(exchange, details);
  return welcome(engine, exchange, { door, entering, assurance: assuranceOf(proof) });
}

async function checkPasskey(
  engine: Engine,
  { request }: Exchange,
  { uid, userId }: { readonly uid: string; readonly userId?: string },
) {
  const answer = answerOf((request.body as Form).passkey);
  return engine.uses.passkeys.signIn(answer, passkeyChallenge(engine, uid), userId);
}

/** What a passkey has answered. */
export function answerOf(json = ''): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined; // refused like every other answer that is none
  }
}

async function secondStep(
  engine: Engine,
  exchange: Exchange,
  details: InteractionDetails,
): Promise<Step> {
  const { ticket: sealed = '' } = exchange.request.body as Form;
  const ticket = openTicket(engine, details.uid, sealed);
  const user = await holderOf(engine, ticket);
  if (ticket === undefined || user === undefined) {
    return { kind: 'refused', status: 401, told: EXPIRED };
  }
  const entering = { user, name: ticket.name };
  const door = doorOf(exchange, details);
  const proof = await proofOf(engine, exchange, { details, door, entering, ticket });
  if (proof === undefined) {
    const factor = await viewOfTicket(engine, { ticket, sealed, user, uid: details.uid });
    return { kind: 'refused', status: 401, told: WRONG_CODE, factor };
  }
  const { upstream } = ticket;
  const assurance = assuranceOf(proof, upstream === undefined ? 'password' : 'upstream');
  return welcome(engine, exchange, { door, entering, assurance, upstream });
}

async function proofOf(
  engine: Engine,
  exchange: Exchange,
  tried: {
    readonly details: InteractionDetails;
    readonly door: Door;
    readonly entering: Entering;
    readonly ticket: Ticket;
  },
): Promise<Proof | undefined> {
  const { details, door, entering, ticket } = tried;
  const { code = '', passkey = '' } = exchange.request.body as Form;
  const { user } = entering;
  if (ticket.secret !== undefined) {
    return enrol(engine, { user, secret: ticket.secret, code, ip: door.ip });
  }
  if (passkey === '') return engine.uses.signIn.checkCode(entering, code, door);
  return (await checkPasskey(engine, exchange, { uid: details.uid, userId: user.id }))?.proof;
}

/** Who was signed out, deactivated or given a new password meanwhile begins anew. */
export async function holderOf(
  engine: Engine,
  ticket: Pick<Ticket, 'userId' | 'generation'> | undefined,
): Promise<User | undefined> {
  if (ticket === undefined) return undefined;
  const user = await engine.uses.users.find(ticket.userId);
  return user?.isActive === true && user.generation === ticket.generation ? user : undefined;
}

/** Whoever needs a factor and has none adds an app now; recovery codes are at `/account`. */
async function enrol(
  engine: Engine,
  { user, secret, code, ip }: { user: User; secret: string; code: string; ip: string },
): Promise<'otp' | undefined> {
  try {
    const app = { secret, code, name: 'Authenticator app' };
    await engine.uses.factors.addTotp(user, app, { id: user.id, ip });
    return 'otp';
  } catch (error) {
    if ((error as { readonly status?: number }).status === 422) return undefined;
    throw error;
  }
}

/** The last step of each way in. */
export async function welcome(
  engine: Engine,
  { request, response }: Exchange,
  entered: {
    readonly door: Door;
    readonly entering: Entering;
    readonly assurance: Assurance;
    readonly upstream?: string | undefined;
  },
): Promise<Step> {
  const { door, entering, assurance, upstream } = entered;
  const { user } = entering;
  await engine.uses.signIn.welcome({ ...entering, upstream }, door);
  rememberSignIn(request, user);
  // Who comes back from another provider sends no form.
  const { ticket, trust } = (request.body ?? {}) as Form;
  // Of the second step: nobody else has shown what the browser would stand for.
  const isTrusted = ticket !== undefined && trust !== undefined;
  const browser = isTrusted ? await engine.uses.trusts.add(user, door) : door.browser;
  if (browser !== undefined) {
    keepBrowser(response, browser, engine.uses.settings.issuer.startsWith('https:'));
  }
  return { kind: 'in', user, assurance };
}

/** What is asked for beside what was shown, if anything is. */
export async function factorFor(
  engine: Engine,
  { user, name, door }: Entering & { readonly door: Door },
  { params, uid }: InteractionDetails,
  upstream?: string,
): Promise<FactorView | undefined> {
  const { factors, clock, trusts } = engine.uses;
  // Whoever has any factor shows it: an app that is added now would be a way round it.
  const isEnrolled = await factors.isEnrolled(user.id);
  const client = await engine.provider.Client.find(params['client_id'] ?? '');
  const isDemanded = demandedLevel({ client, params }, factors, user) >= WITH_FACTOR;
  if (!isDemanded && (!isEnrolled || (await trusts.has(user, door)))) return undefined;
  const common = {
    userId: user.id,
    name,
    generation: user.generation,
    atMs: clock.nowMs(),
    upstream,
  };
  const ticket = isEnrolled ? common : { ...common, secret: factors.draft(user).secret };
  return viewOfTicket(engine, { ticket, sealed: sealTicket(engine, uid, ticket), user, uid });
}

async function viewOfTicket(
  engine: Engine,
  shown: {
    readonly ticket: Ticket;
    readonly sealed: string;
    readonly user: User;
    readonly uid: string;
  },
): Promise<FactorView> {
  const { ticket, sealed, user, uid } = shown;
  const { factors, passkeys, trusts } = engine.uses;
  if (ticket.secret !== undefined) {
    const { uri } = factors.draft(user, ticket.secret);
    return { ticket: sealed, secret: ticket.secret, uri, qrCode: renderSVG(uri) };
  }
  const hasPasskey = (await factors.list(user.id)).some(({ kind }) => kind === 'passkey');
  const common = { ticket: sealed, ...(trusts.days === 0 ? {} : { trustDays: trusts.days }) };
  if (!hasPasskey || !passkeys.isPossible) return common;
  const options = await passkeys.requestOptions(passkeyChallenge(engine, uid), user.id);
  return { ...common, passkey: JSON.stringify(options) };
}

/** Sealed, and bound to the interaction: nobody else's page takes it. */
const contextOf = (uid: string): string => `factor-step ${uid}`;

const sealTicket = (engine: Engine, uid: string, ticket: Ticket): string =>
  engine.uses.sealer.seal(JSON.stringify(ticket), contextOf(uid)).toString('base64url');

function openTicket(engine: Engine, uid: string, sealed: string): Ticket | undefined {
  try {
    const bytes = Buffer.from(sealed, 'base64url');
    const ticket = JSON.parse(engine.uses.sealer.open(bytes, contextOf(uid))) as Ticket;
    return engine.uses.clock.nowMs() - ticket.atMs < TICKET_MS ? ticket : undefined;
  } catch {
    return undefined; // not one of ours, or of another page
  }
}

export const doorOf = ({ request }: Exchange, { params }: InteractionDetails): Door => ({
  name: 'form',
  clientId: params['client_id'] ?? '',
  ip: request.ip ?? '',
  browser: browserOf(request),
});

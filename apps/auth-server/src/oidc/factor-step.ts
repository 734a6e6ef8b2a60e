import type { Request, Response } from 'express';
import { renderSVG } from 'uqr';
import { assuranceOf, WITH_FACTOR, type Assurance } from '../domain/assurance.js';
import type { Door, Entering } from '../domain/sign-in.js';
import type { User } from '../domain/user.js';
import { browserOf, keepBrowser } from '../http/account/browser.js';
import type { FactorView } from '../http/pages/sign-in-page.js';
import { demandedLevel } from './demanded-level.js';
import type { Engine } from './engine.js';
import type { Form } from './form.js';
import type { InteractionDetails } from './interaction-view.js';
import { rememberSignIn } from './late-check.js';

export interface Exchange {
  readonly request: Request;
  readonly response: Response;
}

/** What comes of a form: somebody is in, or the page is shown again, or its next step. */
export type Step =
  | { readonly kind: 'in'; readonly user: User; readonly assurance?: Assurance }
  | {
      readonly kind: 'refused';
      readonly status: number;
      readonly error: string;
      readonly username?: string;
      readonly factor?: FactorView;
    }
  | { readonly kind: 'asked'; readonly factor: FactorView };

export const WRONG =
  'The user name or the password is wrong, or there were too many attempts. Check both, or wait a few minutes.';
const WRONG_CODE =
  'The code is wrong or was used already, or there were too many attempts. Wait for the next code.';
const EXPIRED = 'This took too long. Enter your password again.';

/** Who has shown the right password, between the first step and the second. */
interface Ticket {
  readonly userId: string;
  readonly name: string;
  readonly generation: number;
  readonly atMs: number;
  /** Of an app that is about to be added. */
  readonly secret?: string;
}

const TICKET_MS = 600_000;

/** Takes a form of the sign-in page: name and password first, then a code where one is needed. */
export function takeStep(
  engine: Engine,
  exchange: Exchange,
  details: InteractionDetails,
): Promise<Step> {
  const { ticket } = exchange.request.body as Form;
  return ticket === undefined
    ? firstStep(engine, exchange, details)
    : secondStep(engine, exchange, details);
}

async function firstStep(
  engine: Engine,
  exchange: Exchange,
  details: InteractionDetails,
): Promise<Step> {
  const { username = '', password = '' } = exchange.request.body as Form;
  const refused = { kind: 'refused', status: 401, error: WRONG, username } as const;
  if (username === '' || password === '') return refused;
  const door = doorOf(exchange, details);
  const user = await engine.uses.doors.check(exchange.request, { username, password }, door);
  if (user === undefined) return refused;
  const entering = { user, name: username };
  const factor = await factorFor(engine, entering, details);
  if (factor !== undefined) return { kind: 'asked', factor };
  return welcome(engine, exchange, { door, entering, assurance: assuranceOf('none') });
}

async function secondStep(
  engine: Engine,
  exchange: Exchange,
  details: InteractionDetails,
): Promise<Step> {
  const { ticket: sealed = '', code = '' } = exchange.request.body as Form;
  const ticket = openTicket(engine, details.uid, sealed);
  const user = await holderOf(engine, ticket);
  if (ticket === undefined || user === undefined) {
    return { kind: 'refused', status: 401, error: EXPIRED };
  }
  const entering = { user, name: ticket.name };
  const door = doorOf(exchange, details);
  const proof =
    ticket.secret === undefined
      ? await engine.uses.signIn.checkCode(entering, code, door)
      : await enrol(engine, { user, secret: ticket.secret, code, ip: door.ip });
  if (proof === undefined) {
    const factor = viewOfTicket(engine, ticket, sealed, user);
    return { kind: 'refused', status: 401, error: WRONG_CODE, factor };
  }
  return welcome(engine, exchange, { door, entering, assurance: assuranceOf(proof) });
}

/** Who was signed out, deactivated or given a new password meanwhile begins anew. */
async function holderOf(engine: Engine, ticket: Ticket | undefined): Promise<User | undefined> {
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

async function welcome(
  engine: Engine,
  { request, response }: Exchange,
  entered: { readonly door: Door; readonly entering: Entering; readonly assurance: Assurance },
): Promise<Step> {
  const { door, entering, assurance } = entered;
  const { user } = entering;
  await engine.uses.signIn.welcome(entering, door);
  rememberSignIn(request, user);
  if (door.browser !== undefined) {
    keepBrowser(response, door.browser, engine.uses.settings.issuer.startsWith('https:'));
  }
  return { kind: 'in', user, assurance };
}

async function factorFor(
  engine: Engine,
  { user, name }: Entering,
  { params, uid }: InteractionDetails,
): Promise<FactorView | undefined> {
  const { factors, clock } = engine.uses;
  const hasCodes = await factors.hasCodes(user.id);
  const client = await engine.provider.Client.find(params['client_id'] ?? '');
  const isDemanded = demandedLevel({ client, params }, factors, user) >= WITH_FACTOR;
  if (!hasCodes && !isDemanded) return undefined;
  const common = { userId: user.id, name, generation: user.generation, atMs: clock.nowMs() };
  const ticket = hasCodes ? common : { ...common, secret: factors.draft(user).secret };
  return viewOfTicket(engine, ticket, sealTicket(engine, uid, ticket), user);
}

function viewOfTicket(engine: Engine, { secret }: Ticket, ticket: string, user: User): FactorView {
  if (secret === undefined) return { ticket };
  const { uri } = engine.uses.factors.draft(user, secret);
  return { ticket, secret, qrCode: renderSVG(uri) };
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

const doorOf = ({ request }: Exchange, { params }: InteractionDetails): Door => ({
  name: 'form',
  clientId: params['client_id'] ?? '',
  ip: request.ip ?? '',
  browser: browserOf(request),
});

import type { Client } from 'oidc-provider';
import type { Request } from 'express';
import { ROUTES } from '../../http/routes.js';
import type { Way } from '../../pages/other-pages.js';
import type { Form } from './form.middleware.js';

/** Longer ones are left out: addresses of some thousand characters do not reach every server. */
const LONGEST = 3000;

/** Parameters that count once, or stand for others. */
const LEFT_OUT = ['request', 'request_uri'];

type Params = Readonly<Record<string, unknown>>;

/**
 * The authorization request as it goes along with the form of its page, so that a page whose sign-in is over leads to a new one.
 *
 * @returns `undefined` for a request that a browser cannot send again: the client has to
 */
export function requestAgain(
  params: Params,
  client: Client | undefined,
  language: string,
): string | undefined {
  if (mustSendItself(client)) return undefined;
  const again = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...params, ui_locales: language })) {
    if (LEFT_OUT.includes(name)) continue;
    for (const one of [value].flat()) if (typeof one === 'string') again.append(name, one);
  }
  const text = again.toString();
  return text.length > LONGEST ? undefined : text;
}

/** By its own connection, or signed. */
const mustSendItself = (client: Client | undefined): boolean =>
  client === undefined ||
  client['requirePushedAuthorizationRequests'] === true ||
  client['requireSignedRequestObject'] === true ||
  client['fapi_profile'] !== undefined;

/** What the form's address says of the request that its page was for. */
const againOf = ({ query }: Request): URLSearchParams | undefined =>
  typeof query['again'] === 'string' && query['again'].length <= LONGEST
    ? new URLSearchParams(query['again'])
    : undefined;

/** The language in which that page was. */
export const languageAgain = (request: Request): string | undefined =>
  againOf(request)?.get('ui_locales') ?? undefined;

/** Where a page leads whose sign-in is over: to the same request, with the name that was typed. Without one to one's own page. */
export function waysOn(request: Request): readonly Way[] | undefined {
  if (request.path.startsWith(`${ROUTES.codeVerification}/`)) {
    return [{ href: ROUTES.codeVerification, text: 'startAgain' }];
  }
  const again = againOf(request);
  if (again?.has('client_id') !== true) return undefined;
  const { username } = (request.body ?? {}) as Form;
  if (typeof username === 'string' && username !== '') again.set('login_hint', username);
  return [{ href: `${ROUTES.authorization}?${again.toString()}`, text: 'startAgain' }];
}

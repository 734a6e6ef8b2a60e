import type { Request } from 'express';
import { ROUTES } from '../../http/routes.js';
import type { Way } from '../../pages/other-pages.js';
import type { Form } from './form.middleware.js';
import { LONGEST_AGAIN } from './start-again.js';

/** What the form's address says of the request that its page was for. */
const againOf = ({ query }: Request): URLSearchParams | undefined =>
  typeof query['again'] === 'string' && query['again'].length <= LONGEST_AGAIN
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

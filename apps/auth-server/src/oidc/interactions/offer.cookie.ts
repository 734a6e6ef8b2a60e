import type { IncomingMessage, ServerResponse } from 'node:http';

const COOKIE = 'sextant_passkey_offer';
const DAY_SECONDS = 86_400;
/** Browsers keep no cookie for longer than 400 days (RFC 6265bis section 5.5). */
const SECONDS = { later: 30 * DAY_SECONDS, never: 400 * DAY_SECONDS } as const;

/** How long a browser is offered no passkey; it tells nothing of who has said so. */
export type OfferRest = keyof typeof SECONDS;

export const offerRest = ({ headers }: IncomingMessage): OfferRest | undefined => {
  const value = (headers.cookie ?? '')
    .split('; ')
    .find((pair) => pair.startsWith(`${COOKIE}=`))
    ?.slice(COOKIE.length + 1);
  return value === 'later' || value === 'never' ? value : undefined;
};

export function keepOfferRest(response: ServerResponse, rest: OfferRest, isSecure: boolean): void {
  const attributes = ['Path=/', `Max-Age=${SECONDS[rest]}`, 'HttpOnly', 'SameSite=Lax'];
  response.appendHeader(
    'Set-Cookie',
    [`${COOKIE}=${rest}`, ...attributes, ...(isSecure ? ['Secure'] : [])].join('; '),
  );
}

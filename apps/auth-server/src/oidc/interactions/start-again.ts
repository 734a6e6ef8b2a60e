import type { Client } from 'oidc-provider';

/** Longer ones are left out: addresses of some thousand characters do not reach every server. */
export const LONGEST_AGAIN = 3000;

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
  return text.length > LONGEST_AGAIN ? undefined : text;
}

/** By its own connection, or signed. */
const mustSendItself = (client: Client | undefined): boolean =>
  client === undefined ||
  client.requirePushedAuthorizationRequests === true ||
  client.requireSignedRequestObject === true ||
  client['fapi_profile'] !== undefined;

import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { PostBackView } from '../../pages/other-pages.js';

/** What the engine refuses without a word of why. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  request_uri_not_supported: 'Only a request_uri of the pushed authorization endpoint is taken.',
  registration_not_supported: 'Clients register at the registration endpoint.',
};

export const descriptionOf = (error: string): string | undefined => DESCRIPTIONS[error];

/** What the engine keeps to itself of a grant that is refused, in words that help whoever writes the client. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  // Before PKCE, of which `failed jkt verification` says nothing.
  [/DPoP|jkt|x5t/, 'it is bound to another key or certificate than the request has shown'],
  [/redirect_uri mismatch/, 'redirect_uri is not the one of the authorization request'],
  [
    /PKCE|code_verifier|verif/i,
    'code_verifier does not fit the code_challenge of the authorization request',
  ],
  [/client mismatch/, 'it was given out to another client'],
  [
    /already (?:consumed|used)/,
    'it was used before: everything that was given out for it has ended',
  ],
  [
    /used for another request/,
    'it was used just now for another scope or resource: use the one that was given out then',
  ],
  [/code is expired/, 'the code has expired: it is good for a minute'],
  [/is expired/, 'it has expired: sign in again'],
  [/grant not found|grant is expired/, 'the sign-in that it stems from has ended: sign in again'],
  [/not found/, 'it is not known, or what it stems from has ended: sign in again'],
  [/account/, 'the user may not sign in any more'],
];

const reasons = new WeakMap<KoaContextWithOIDC, string>();

export function noteReason(context: KoaContextWithOIDC, error: Error): void {
  const { error_detail: detail = '' } = error as { readonly error_detail?: string };
  const [, reason] = REASONS.find(([sign]) => sign.test(detail)) ?? [];
  if (reason !== undefined) reasons.set(context, reason);
}

/** `invalid_grant` says which of its reasons it is: a developer cannot guess (RFC 6749 section 5.2 has them all under one name). */
export function describeGrantError(context: KoaContextWithOIDC): void {
  const body = (context.body ?? {}) as Readonly<Record<string, unknown>>;
  const reason = reasons.get(context);
  if (reason === undefined || body['error'] !== 'invalid_grant') return;
  context.body = { ...body, error_description: `grant request is invalid: ${reason}` };
}

/** What was refused by a request, and is on its way to the client. */
const refused = new WeakMap<KoaContextWithOIDC, string>();

export const rememberRefusal = (context: KoaContextWithOIDC, { message }: Error): void =>
  void refused.set(context, message);

/** It is shown to the person: there is no way back. */
export const forgetRefusal = (context: KoaContextWithOIDC): void => void refused.delete(context);

/**
 * Adds `error_description` where the engine has none, whichever way the error goes: in the address
 * or the form that lead back to the client, or as JSON.
 */
export function describeRefusal(
  { issuer }: Provider,
  context: KoaContextWithOIDC,
  sendForm: (view: PostBackView) => void,
): void {
  const location = context.response.get('location');
  const { status } = context;
  const form = formOf(context, issuer);
  if (location) context.set('Location', describedAddress(location));
  else if (form !== undefined) {
    sendForm(form);
    context.status = status;
  } else if (isRefusal(context.body)) {
    context.body = { ...context.body, error_description: DESCRIPTIONS[context.body.error] };
  }
}

/** In the place of the engine's form, which has no description. */
function formOf(context: KoaContextWithOIDC, issuer: string): PostBackView | undefined {
  const { redirect_uri: action, response_mode: mode, state } = context.oidc.params ?? {};
  const error = refused.get(context);
  const description = error === undefined ? undefined : DESCRIPTIONS[error];
  if (error === undefined || description === undefined) return undefined;
  if (mode !== 'form_post' || typeof action !== 'string') return undefined;
  const fields = { error, error_description: description, iss: issuer };
  return { action, fields: typeof state === 'string' ? { ...fields, state } : fields };
}

function describedAddress(location: string): string {
  if (!URL.canParse(location)) return location;
  const address = new URL(location);
  const fragment = new URLSearchParams(address.hash.slice(1));
  const isInFragment = fragment.has('error');
  const answer = isInFragment ? fragment : address.searchParams;
  const description = DESCRIPTIONS[answer.get('error') ?? ''];
  if (description === undefined || answer.has('error_description')) return location;
  answer.set('error_description', description);
  if (isInFragment) address.hash = fragment.toString();
  return address.href;
}

const isRefusal = (body: unknown): body is { readonly error: string } => {
  if (typeof body !== 'object' || body === null || Buffer.isBuffer(body)) return false;
  const { error, error_description } = body as Readonly<Record<string, unknown>>;
  return typeof error === 'string' && error_description === undefined && error in DESCRIPTIONS;
};

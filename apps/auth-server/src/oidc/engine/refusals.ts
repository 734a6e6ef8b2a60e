import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { PostBackView } from '../../pages/other-pages.js';

/** What the engine refuses without a word of why. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  request_uri_not_supported: 'Only a request_uri of the pushed authorization endpoint is taken.',
  registration_not_supported: 'Clients register at the registration endpoint.',
};

export const descriptionOf = (error: string): string | undefined => DESCRIPTIONS[error];

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

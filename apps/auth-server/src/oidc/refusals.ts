import type { KoaContextWithOIDC } from 'oidc-provider';

/** What the engine refuses without a word of why. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  request_uri_not_supported: 'Only a request_uri of the pushed authorization endpoint is taken.',
  registration_not_supported: 'Clients register at the registration endpoint.',
};

export const descriptionOf = (error: string): string | undefined => DESCRIPTIONS[error];

/**
 * Adds `error_description` where the engine has none, whichever way the error goes: in the address
 * or the form that lead back to the client, or as JSON.
 */
export function describeRefusal(context: KoaContextWithOIDC): void {
  const location = context.response.get('location');
  const [, redirected = ''] = /[?#&]error=([a-z_]+)/.exec(location) ?? [];
  const description = DESCRIPTIONS[redirected];
  if (description !== undefined) {
    const pair = `error=${redirected}`;
    const more = `${pair}&error_description=${encodeURIComponent(description)}`;
    context.set('Location', location.replace(pair, more));
    return;
  }
  const body: unknown = context.body;
  if (typeof body === 'string') context.body = describedForm(body);
  else if (isRefusal(body)) {
    context.body = { ...body, error_description: DESCRIPTIONS[body.error] };
  }
}

const describedForm = (page: string): string =>
  page.replace(/<input type="hidden" name="error" value="([a-z_]+)"\s*\/?>/, (input, error) => {
    const description = DESCRIPTIONS[String(error)];
    if (description === undefined) return input;
    return `${input}<input type="hidden" name="error_description" value="${description}"/>`;
  });

const isRefusal = (body: unknown): body is { readonly error: string } => {
  if (typeof body !== 'object' || body === null || Buffer.isBuffer(body)) return false;
  const { error, error_description } = body as Readonly<Record<string, unknown>>;
  return typeof error === 'string' && error_description === undefined && error in DESCRIPTIONS;
};

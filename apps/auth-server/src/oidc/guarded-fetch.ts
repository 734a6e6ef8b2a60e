/**
 * Fetches what clients point at (`jwks_uri`, back-channel logout) with oidc-provider's own guard,
 * which cuts connections to private addresses; hosts of the allow list are exempt.
 *
 * Redirects are not followed: they would lead around the list.
 */
export const guardedFetch =
  (allowed: readonly string[]) =>
  (url: URL | string, options: RequestInit = {}): Promise<Response> => {
    const { host } = new URL(url);
    const { dispatcher, ...rest } = options as RequestInit & { readonly dispatcher?: unknown };
    const guard = allowed.includes(host) ? {} : { dispatcher };
    return fetch(url, { ...rest, ...guard, redirect: 'manual' } as RequestInit);
  };

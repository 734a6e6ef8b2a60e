/**
 * Fetches what clients point at (`jwks_uri`, back-channel logout) with oidc-provider's own guard,
 * which cuts connections to private addresses; hosts of the allow list are exempt.
 *
 * Redirects are not followed: they would lead around the list.
 *
 * @throws {Error} when there is no guard: the engine would go on without one
 */
export const guardedFetch =
  (allowed: readonly string[]) =>
  async (url: URL | string, options: RequestInit = {}): Promise<Response> => {
    const { host } = new URL(url);
    const { dispatcher, ...rest } = options as RequestInit & { readonly dispatcher?: unknown };
    const isAllowed = allowed.includes(host);
    if (!isAllowed && !dispatcher) {
      throw new Error(`${host} was not called: there is no guard against private addresses.`);
    }
    const guard = isAllowed ? {} : { dispatcher };
    return fetch(url, { ...rest, ...guard, redirect: 'manual' } as RequestInit);
  };

import type { UnitOfWork } from '../../database/unit-of-work.js';

/**
 * Fetches what clients point at (`jwks_uri`, documents, back-channel logout) with oidc-provider's own guard,
 * which cuts connections to private addresses; hosts of the allow list are exempt.
 *
 * Redirects are not followed: they would lead around the list.
 *
 * @throws {Error} without a guard, because the engine would go on without one, and inside of a transaction: a server that does not
 * answer would hold a database connection
 */
export const guardedFetch =
  (allowed: readonly string[], unit: Pick<UnitOfWork, 'isOpen'>) =>
  async (url: URL | string, options: RequestInit = {}): Promise<Response> => {
    const { host } = new URL(url);
    const { dispatcher, ...rest } = options as RequestInit & { readonly dispatcher?: unknown };
    const isAllowed = allowed.includes(host);
    if (!isAllowed && !dispatcher) {
      throw new Error(`${host} was not called: there is no guard against private addresses.`);
    }
    if (unit.isOpen) throw new Error(`${host} was not called: a transaction is open.`);
    const guard = isAllowed ? {} : { dispatcher };
    return fetch(url, { ...rest, ...guard, redirect: 'manual' } as RequestInit);
  };

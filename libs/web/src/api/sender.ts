import { ApiError } from './api-error.js';
import type { ApiOptions } from './api.js';
import { bodyOf, refusalOf } from './refusal.js';

/**
 * Sends what is no JSON (files, streams) and gives the answer as it comes, once its head is there. Every failure is an
 * `ApiError`; what the page gave up is an `AbortError`. Nothing is sent twice but after a renewed token.
 */
export type Sender = (path: string, init?: RequestInit) => Promise<Response>;

export function createSender({ base, token, renew, world }: ApiOptions): Sender {
  const attempt = async (path: string, init: RequestInit): Promise<Response> => {
    const headers = new Headers(init.headers);
    const bearer = await token?.();
    if (bearer !== undefined) headers.set('Authorization', `Bearer ${bearer}`);
    const call = world?.fetch ?? ((url: string, options: RequestInit) => fetch(url, options));
    try {
      return await call(base + path, { credentials: 'same-origin', ...init, headers });
    } catch (cause) {
      if (init.signal?.aborted === true) throw cause;
      const message = 'The service cannot be reached.';
      throw new ApiError({ status: 0, code: 'unreachable', message, cause });
    }
  };
  return async (path, init = {}) => {
    let response = await attempt(path, init);
    if (response.status === 401 && (await renew?.()) === true) response = await attempt(path, init);
    if (response.ok) return response;
    throw refusalOf(response, await bodyOf(response), (world?.nowMs ?? Date.now)());
  };
}

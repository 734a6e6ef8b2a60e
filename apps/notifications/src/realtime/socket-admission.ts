import type { IncomingMessage } from 'node:http';
import type { RateLimiter } from '@sextant/platform-rate-limit';
import proxyAddr from 'proxy-addr';

export interface AdmissionOptions {
  readonly limiter: RateLimiter;
  readonly maxConnections: number;
  /** Express' own: whether the proxy `hop` steps away is believed. */
  readonly trusts: (address: string, hop: number) => boolean;
}

/** Whether a socket may be opened: not above the limits of the process and of the address. */
export const admission =
  ({ limiter, maxConnections, trusts }: AdmissionOptions) =>
  async (request: IncomingMessage, openConnections: number): Promise<boolean> => {
    if (openConnections >= maxConnections) return false;
    // As Express finds `request.ip`, for requests that it does not see.
    const { allowed } = await limiter.consume(proxyAddr(request, trusts));
    return allowed;
  };

import type { IncomingMessage } from 'node:http';
import type { RateLimiter } from '@sextant/platform-rate-limit';

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
    const { allowed } = await limiter.consume(addressOf(request, trusts));
    return allowed;
  };

/** As Express finds `request.ip`, for requests that it does not see. */
function addressOf(
  { headers, socket }: IncomingMessage,
  trusts: AdmissionOptions['trusts'],
): string {
  const header = headers['x-forwarded-for'];
  const forwarded = String(header ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .reverse();
  const hops = [socket.remoteAddress ?? 'unknown', ...forwarded];
  return hops.find((address, hop) => !trusts(address, hop)) ?? hops.at(-1) ?? 'unknown';
}

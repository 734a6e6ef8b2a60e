import { AUTH_ERRORS } from '../errors/auth-errors.js';
import type { PushSender, PushTarget } from './event-pusher.js';

const MAX_URL = 2000;
/** What a header may hold (RFC 9110, section 5.5), without anything that ends it. */
const HEADER_VALUE = /^[\x21-\x7e][\x20-\x7e]{0,3999}$/;

/**
 * The delivery that a receiver asks for (SSF 1.0, section 6.1.1).
 *
 * @throws {Problem} `invalid_request` for an address that is none, or may not be called
 */
export function pushTargetOf(
  delivery: Readonly<Record<string, unknown>>,
  sender: Pick<PushSender, 'mayCall'>,
): PushTarget {
  const { endpoint_url: url, authorization_header: authorization } = delivery;
  const isUrl = typeof url === 'string' && url.length <= MAX_URL && URL.canParse(url);
  if (!isUrl || !sender.mayCall(new URL(url))) {
    throw AUTH_ERRORS.invalid({
      message: 'delivery.endpoint_url must be an https address outside of private networks.',
    });
  }
  if (authorization === undefined) return { url, authorization: undefined };
  if (typeof authorization !== 'string' || !HEADER_VALUE.test(authorization)) {
    throw AUTH_ERRORS.invalid({ message: 'delivery.authorization_header must be printable.' });
  }
  return { url, authorization };
}

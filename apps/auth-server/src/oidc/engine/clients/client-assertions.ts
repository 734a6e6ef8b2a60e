import type { Clock } from '@sextant/platform-runtime/clock';
import { errors, type KoaContextWithOIDC } from 'oidc-provider';

/** The id of an assertion is kept until that expires, so that it counts once: a client must not fill the table for ever. */
const LONGEST_SECONDS = 86_400;

/**
 * What an assertion by which a client shows who it is must say beside the engine's own rules. RFC 7523, section 3, 4: one whose
 * expiration is unreasonably far in the future may be refused.
 */
export const checkClientAssertion =
  ({ clock }: { readonly clock: Clock }) =>
  ({ oidc }: KoaContextWithOIDC, claims: Readonly<Record<string, unknown>>): void => {
    // FAPI 2.0 Security Profile, section 5.3.2.1: of the endpoints' addresses none counts.
    if (oidc.isFapi('2.0') !== undefined && claims['aud'] !== oidc.issuer) {
      refuse('audience (aud) must equal the issuer identifier url');
    }
    const lifetime = Number(claims['exp']) - clock.nowMs() / 1000;
    if (lifetime > LONGEST_SECONDS) refuse('expiration (exp) is more than a day away');
  };

function refuse(reason: string): never {
  throw new errors.InvalidClientAuth(reason);
}

import { errors, type KoaContextWithOIDC } from 'oidc-provider';

const HOUR_SECONDS = 3600;

/**
 * Which claims a request object must have, besides those that name the client and this service, and how long it may be
 * valid: FAPI 2.0 Message Signing, section 5.3.1, and, of requests for somebody who is elsewhere, CIBA Core 1.0, section 7.1.1.
 */
export function checkRequestObject(
  { oidc }: KoaContextWithOIDC,
  claims: Readonly<Record<string, unknown>>,
): void {
  const isFapi = oidc.isFapi('2.0') !== undefined;
  const isBackchannel = oidc.route === 'backchannel_authentication';
  const required = [
    ...(isFapi ? ['exp', 'aud', 'nbf'] : []),
    ...(isBackchannel ? ['exp', 'iat', 'nbf', 'jti'] : []),
  ];
  const missing = required.find((claim) => claims[claim] === undefined);
  if (missing !== undefined) refuse(`is missing the '${missing}' claim`);
  if (!isFapi && !isBackchannel) return;

  // FAPI 1.0 Advanced, section 5.2.2, 13 and 17, which FAPI-CIBA has taken over: no longer than 60 minutes.
  const lifetime = Number(claims['exp']) - Number(claims['nbf']);
  if (lifetime <= 0 || lifetime > HOUR_SECONDS) refuse("'exp' claim too far from 'nbf' claim");
}

function refuse(reason: string): never {
  throw new errors.InvalidRequestObject(`Request Object ${reason}`);
}

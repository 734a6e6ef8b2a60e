/** Of RFC 8693, section 2.1. */
export const TOKEN_EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';

/** Of OpenID Connect CIBA Core 1.0, section 10.1. */
export const CIBA = 'urn:openid:params:grant-type:ciba';

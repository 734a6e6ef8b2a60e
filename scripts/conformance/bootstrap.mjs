import { ADMIN, ASKED_PEOPLE, askedPerson, base, PERSON } from './addresses.mjs';
import { certificateKey, publicKeyOf } from './credentials.mjs';

const CIBA = 'urn:openid:params:grant-type:ciba';
const SCOPES = ['openid', 'profile', 'email', 'address', 'phone', 'offline_access'];

/** People and clients of a run, as BOOTSTRAP_FILE has them: two clients for each group of plans. */
export const bootstrapOf = ({ clients, secret }) => ({
  users: [
    person,
    administrator,
    ...Array.from({ length: ASKED_PEOPLE }, (_, index) => asked(index)),
  ],
  clients: [
    // One kind of logout in each pair: a module takes a call that it does not expect as a failure.
    ...pair('basic', () => webClient(secret, logoutOf('basic'))),
    ...pair('front', () =>
      webClient(secret, {
        ...logoutOf('front'),
        frontchannel_logout_uri: `${base('front')}/frontchannel_logout`,
        frontchannel_logout_session_required: true,
      }),
    ),
    ...pair('back', () =>
      webClient(secret, {
        ...logoutOf('back'),
        backchannel_logout_uri: `${base('back')}/backchannel_logout`,
        backchannel_logout_session_required: true,
      }),
    ),
    ...pair('fapi-dpop', (index) => fapiClient({ ...byKey(clients[index]), ...DPOP })),
    ...pair('fapi-mtls', (index) => fapiClient({ ...byCertificate(clients[index]), ...BOUND })),
    ...pair('fapi-mtls-dpop', (index) => fapiClient({ ...byCertificate(clients[index]), ...DPOP })),
    ...pair('fapi-signing', (index) =>
      fapiClient({ ...byKey(clients[index]), ...DPOP, ...SIGNING }),
    ),
    ...pair('ciba-poll', (index) => cibaClient(clients[index], { mode: 'poll' })),
    ...pair('ciba-ping', (index) =>
      cibaClient(clients[index], {
        mode: 'ping',
        backchannel_client_notification_endpoint: `${base('ciba-ping')}/ciba-notification-endpoint`,
      }),
    ),
  ],
});

/** With all standard claims: modules about scopes warn of those that are missing. */
const person = {
  ...PERSON,
  email: 'conformance@example.org',
  name: 'Con Formance',
  givenName: 'Con',
  familyName: 'Formance',
  isVerified: true,
  roles: [],
  claims: {
    middle_name: 'M',
    nickname: 'con',
    profile: 'https://example.org/con',
    picture: 'https://example.org/con.png',
    website: 'https://example.org',
    gender: 'other',
    birthdate: '1990-01-31',
    zoneinfo: 'Europe/Madrid',
    locale: 'es-ES',
    phone_number: '+34911234567',
    phone_number_verified: true,
    address: { formatted: 'Calle Mayor 1, Madrid', country: 'ES' },
  },
};

const asked = (index) => ({
  username: `conformance-${index + 1}`,
  password: PERSON.password,
  email: askedPerson(index),
  name: `Con Formance ${index + 1}`,
  isVerified: true,
  roles: [],
});

const administrator = { ...ADMIN, email: 'admin@example.org', isAdmin: true, roles: ['admin'] };

const pair = (alias, metadataOf) =>
  [0, 1].map((index) => {
    const { client_secret, ...metadata } = metadataOf(index);
    const isAway = metadata.grant_types?.includes(CIBA);
    const callback = `${base(alias)}/callback`;
    return {
      client_id: `${alias}-${index + 1}`,
      client_name: `Suite ${alias} ${index + 1}`,
      ...(client_secret === undefined ? {} : { client_secret }),
      redirect_uris: isAway ? [] : [callback, `${callback}?dummy1=lorem&dummy2=ipsum`],
      scopes: SCOPES,
      metadata,
    };
  });

const webClient = (client_secret, metadata) => ({
  client_secret,
  // The Basic and Form Post plans send no PKCE.
  require_pkce: false,
  ...metadata,
});

const logoutOf = (alias) => ({
  post_logout_redirect_uris: [`${base(alias)}/post_logout_redirect`],
});

const fapiClient = (metadata) => ({
  fapi_profile: '2.0',
  require_pushed_authorization_requests: true,
  id_token_signed_response_alg: 'ES256',
  ...metadata,
});

const byKey = ({ key }) => ({
  token_endpoint_auth_method: 'private_key_jwt',
  token_endpoint_auth_signing_alg: 'PS256',
  jwks: { keys: [publicKeyOf(key)] },
});
const byCertificate = ({ mtls, key }) => ({
  token_endpoint_auth_method: 'self_signed_tls_client_auth',
  jwks: { keys: [certificateKey(mtls), publicKeyOf(key)] },
});

const DPOP = { dpop_bound_access_tokens: true };
const BOUND = { tls_client_certificate_bound_access_tokens: true };
const SIGNING = {
  require_signed_request_object: true,
  request_object_signing_alg: 'PS256',
  authorization_signed_response_alg: 'ES256',
};

const cibaClient = (client, { mode, ...metadata }) => ({
  ...byKey(client),
  ...BOUND,
  grant_types: [CIBA, 'refresh_token'],
  response_types: [],
  id_token_signed_response_alg: 'ES256',
  backchannel_token_delivery_mode: mode,
  backchannel_authentication_request_signing_alg: 'PS256',
  ...metadata,
});

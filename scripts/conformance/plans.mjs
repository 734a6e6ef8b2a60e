import { addresses, askedPerson, EVENTS_TOKEN } from './addresses.mjs';
import { browser, denying, looking, secondTime, showing } from './browser-commands.mjs';

const server = { discoveryUrl: `${addresses.issuer}/.well-known/openid-configuration` };
const STATIC = { server_metadata: 'discovery', client_registration: 'static_client' };
const CODE = { response_type: 'code', client_registration: 'static_client' };
const FAPI = { openid: 'openid_connect', fapi_profile: 'plain_fapi' };
const BY_KEY = { client_auth_type: 'private_key_jwt', sender_constrain: 'dpop' };
const BY_CERTIFICATE = { client_auth_type: 'mtls', sender_constrain: 'mtls' };
const MESSAGES = { fapi_request_method: 'signed_non_repudiation', fapi_response_mode: 'jarm' };
const CIBA = {
  client_auth_type: 'private_key_jwt',
  client_registration: 'static_client',
  fapi_ciba_profile: 'plain_fapi',
};

const SIGN_IN_PAGES = {
  'oidcc-prompt-login': { browser: looking },
  'oidcc-max-age-1': { browser: looking },
  'oidcc-registration-logo-uri': { browser: showing },
  'oidcc-registration-policy-uri': { browser: showing },
  'oidcc-registration-tos-uri': { browser: showing },
};

/** A client with a secret. `alias` names the pair, and the part of the suite's addresses. */
const web =
  (alias) =>
  ({ credentials: { secret: client_secret } }) => ({
    ...{ alias: `sextant-${alias}`, server, browser, override: SIGN_IN_PAGES },
    client: { client_id: `${alias}-1`, client_secret },
    client2: { client_id: `${alias}-2`, client_secret },
    client_secret_post: { client_id: `${alias}-1`, client_secret },
  });

/** Tokens that are bound to a certificate count at the address that asks for one, DPoP proofs name the other. */
const fapi =
  (alias, resource = addresses.issuer) =>
  ({ credentials: { clients } }) => ({
    ...{ alias: `sextant-${alias}`, server, browser },
    ...keys(alias, clients, 'openid profile'),
    resource: { resourceUrl: `${resource}/oidc/userinfo` },
    override: {
      'fapi2-security-profile-final-user-rejects-authentication': { browser: denying },
      'fapi2-security-profile-final-par-ensure-reused-request-uri-prior-to-auth-completion-succeeds':
        { browser: secondTime },
    },
  });

const ciba =
  (alias) =>
  ({ credentials: { clients }, modules }) => {
    const { client, client2, ...others } = keys(alias, clients, 'openid profile');
    return {
      ...{ alias: `sextant-${alias}`, server, ...others },
      client: asking(client, 0),
      client2: { ...client2, acr_value: 'urn:sextant:password' },
      resource: { resourceUrl: `${addresses.issuerMtls}/oidc/userinfo` },
      automated_ciba_approval_url: `${addresses.approvals}/${alias}?token={auth_req_id}&action={action}`,
      override: Object.fromEntries(
        modules.map((name, index) => [name, { client: asking(client, index) }]),
      ),
    };
  };

const asking = (client, index) => ({
  ...client,
  hint_type: 'login_hint',
  hint_value: askedPerson(index),
});

function keys(alias, [one, two], scope) {
  const client = (name, { key }) => ({ client_id: name, scope, jwks: { keys: [key] } });
  const mtls = ({ mtls: { cert, key } }) => ({ cert, key });
  return {
    client: client(`${alias}-1`, one),
    client2: client(`${alias}-2`, two),
    ...{ mtls: mtls(one), mtls2: mtls(two) },
  };
}

const ssf = () => ({
  ssf: {
    subjects: {
      valid: { format: 'iss_sub', iss: addresses.issuer, sub: 'somebody' },
      invalid: { format: 'opaque', id: 'nobody' },
    },
    transmitter: {
      ...{ issuer: addresses.issuer, metadata_suffix: '' },
      ...{ access_token: EVENTS_TOKEN, push_endpoint_authorization_header: 'Bearer push-token' },
    },
  },
});

const OIDCC = 'certification-test-plan';

const BASIC = { pair: 'basic', config: web('basic') };

/** Plans of the suite by the names that the command line takes. Those of one `pair` of clients run one after the other. */
export const PLANS = {
  config: { plan: `oidcc-config-${OIDCC}`, variant: {}, ...BASIC },
  basic: { plan: `oidcc-basic-${OIDCC}`, variant: STATIC, ...BASIC },
  'form-post': { plan: `oidcc-formpost-basic-${OIDCC}`, variant: STATIC, ...BASIC },
  logout: { plan: `oidcc-rp-initiated-logout-${OIDCC}`, variant: CODE, ...BASIC },
  session: { plan: `oidcc-session-management-${OIDCC}`, variant: CODE, ...BASIC },
  'front-channel': {
    plan: `oidcc-frontchannel-rp-initiated-logout-${OIDCC}`,
    ...{ variant: CODE, config: web('front') },
  },
  'back-channel': {
    plan: `oidcc-backchannel-rp-initiated-logout-${OIDCC}`,
    ...{ variant: CODE, config: web('back') },
  },
  dynamic: {
    plan: `oidcc-dynamic-${OIDCC}`,
    variant: { response_type: 'code' },
    config: () => ({ server, browser, override: SIGN_IN_PAGES }),
  },
  'fapi-dpop': {
    plan: 'fapi2-security-profile-final-test-plan',
    ...{ variant: { ...FAPI, ...BY_KEY }, config: fapi('fapi-dpop') },
  },
  'fapi-mtls': {
    plan: 'fapi2-security-profile-final-test-plan',
    ...{ variant: { ...FAPI, ...BY_CERTIFICATE }, config: fapi('fapi-mtls', addresses.issuerMtls) },
  },
  'fapi-mtls-dpop': {
    plan: 'fapi2-security-profile-final-test-plan',
    variant: { ...FAPI, ...BY_CERTIFICATE, sender_constrain: 'dpop' },
    config: fapi('fapi-mtls-dpop'),
  },
  'fapi-signing': {
    plan: 'fapi2-message-signing-final-test-plan',
    ...{ variant: { ...FAPI, ...BY_KEY, ...MESSAGES }, config: fapi('fapi-signing') },
  },
  'ciba-poll': {
    plan: 'fapi-ciba-id1-test-plan',
    ...{ variant: { ...CIBA, ciba_mode: 'poll' }, config: ciba('ciba-poll') },
  },
  'ciba-ping': {
    plan: 'fapi-ciba-id1-test-plan',
    ...{ variant: { ...CIBA, ciba_mode: 'ping' }, config: ciba('ciba-ping') },
  },
  'ssf-poll': {
    plan: 'openid-ssf-transmitter-test-plan',
    variant: {
      ssf_server_metadata: 'discovery',
      ssf_auth_mode: 'static',
      ssf_delivery_mode: 'poll',
      ssf_profile: 'default',
    },
    config: ssf,
  },
};

import type { Member } from '../members.js';
import type { TextId } from '../strings/text-id.js';

const KEY_ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'];

export interface Section {
  readonly id: string;
  readonly title: TextId;
  readonly members: readonly Member[];
}

const text = (name: string): Member => ({ name, kind: 'text' });
const flag = (name: string, label?: TextId): Member => ({
  name,
  kind: 'switch',
  ...(label === undefined ? {} : { label }),
});
const choice = (name: string, options: readonly string[]): Member => ({
  name,
  kind: 'choice',
  options,
});

/** What administrators set of a client, by what it is for. Members without words of ours go by the names that they are registered under. */
export const SECTIONS: readonly Section[] = [
  {
    id: 'common',
    title: 'client.section.common',
    members: [
      { name: 'client_name', kind: 'text', label: 'client.name' },
      { name: 'redirect_uris', kind: 'lines', label: 'client.redirectUriLines' },
      { name: 'post_logout_redirect_uris', kind: 'lines', label: 'client.afterSignOut' },
      { name: 'access_token_lifetime', kind: 'number', label: 'client.accessLifetime' },
      { name: 'refresh_token_lifetime', kind: 'number', label: 'client.refreshLifetime' },
      flag('require_factor', 'client.requireFactor'),
      flag('id_token_claims', 'client.idTokenClaims'),
    ],
  },
  {
    id: 'security',
    title: 'client.section.security',
    members: [
      choice('token_endpoint_auth_method', [
        'client_secret_basic',
        'client_secret_post',
        'client_secret_jwt',
        'private_key_jwt',
        'tls_client_auth',
        'self_signed_tls_client_auth',
        'none',
      ]),
      text('jwks_uri'),
      { name: 'jwks', kind: 'json' },
      flag('require_pushed_authorization_requests'),
      flag('dpop_bound_access_tokens'),
      flag('require_signed_request_object'),
      choice('request_object_signing_alg', KEY_ALGORITHMS),
      choice('token_endpoint_auth_signing_alg', [...KEY_ALGORITHMS, 'HS256']),
      choice('id_token_signed_response_alg', ['RS256', 'HS256', 'ES256', 'EdDSA']),
      choice('fapi_profile', ['2.0']),
      ...['subject_dn', 'san_dns', 'san_uri', 'san_ip', 'san_email'].map((name) =>
        text(`tls_client_auth_${name}`),
      ),
      flag('tls_client_certificate_bound_access_tokens'),
    ],
  },
  {
    id: 'grants',
    title: 'client.section.grants',
    members: [
      { name: 'grant_types', kind: 'words' },
      flag('token_exchange', 'client.tokenExchange'),
      text('may_act'),
      choice('backchannel_token_delivery_mode', ['poll', 'ping']),
      text('backchannel_client_notification_endpoint'),
      choice('backchannel_authentication_request_signing_alg', KEY_ALGORITHMS),
      text('workspace'),
    ],
  },
  {
    id: 'pages',
    title: 'client.section.pages',
    members: [
      ...['logo_uri', 'policy_uri', 'tos_uri'].map(text),
      text('backchannel_logout_uri'),
      flag('backchannel_logout_session_required'),
      text('frontchannel_logout_uri'),
      flag('frontchannel_logout_session_required'),
    ],
  },
];

import {
  custom,
  integer,
  list,
  oneOf,
  settingsOf,
  text,
  toggle,
} from '@sextant/platform-runtime/config';
import { origin } from '../../http/origin.js';

/** Where the interfaces of the siblings begin, as `src/resource.ts` of each says. */
const SIBLING_RESOURCES = [
  ...['/v2', '/v3', '/api/notifications', '/v1/audio', '/v1/voices', '/v1/models'],
  ...['/v1/text-to-speech', '/v1/text-to-dialogue', '/v1/speech-to-text', '/v1/realtime'],
  ...['/v1/pronunciation-dictionaries', '/v2/voices'],
  ...['/v1/admin', '/graphql', '/ipt', '/relay'],
];

/** What an operator decides about the protocol. */
export class ProtocolSettings extends settingsOf({
  themeFile: text(
    'THEME_FILE',
    'CSS file that is added to the pages; the colours are custom properties.',
    { example: '/etc/auth-server/theme.css' },
  ),
  resources: list(
    'RESOURCES',
    'Resource indicators (RFC 8707) that tokens may be asked for; paths are at ISSUER. Those of the siblings if absent.',
    { example: '/v2,https://mcp.example.org', default: SIBLING_RESOURCES },
  ),
  passwordLogin: toggle(
    'PASSWORD_LOGIN',
    'Serve /auth/token and /auth/refresh; a legacy that OAuth 2.1 forbids.',
    { default: true },
  ),
  dynamicRegistration: oneOf(
    ['off', 'token', 'open'],
    'DYNAMIC_REGISTRATION',
    'Who may register clients: nobody, holders of an initial token, or everybody.',
    { default: 'token' },
  ),
  registrationToken: text(
    'REGISTRATION_TOKEN',
    'The initial access token of dynamic registration; without one it is off.',
    { example: 'b1f0...', secret: true },
  ),
  registrationScopes: list(
    'REGISTRATION_SCOPES',
    'Scopes that clients which register themselves may have beside the default ones and those of OpenID Connect.',
    { example: 'translate,audio:speech' },
  ),
  refreshGraceSeconds: integer(
    'REFRESH_GRACE_SECONDS',
    'Seconds after its first use in which a refresh token of a public client gets the same answer again.',
    { example: '0', default: 10, max: 60 },
  ),
  mtlsCertificateHeader: text(
    'MTLS_CERTIFICATE_HEADER',
    'Header in which TRUSTED_PROXIES name the certificate of the client (RFC 8705); without it there is no mutual TLS.',
    { example: 'ssl-client-cert' },
  ),
  mtlsCaFile: text(
    'MTLS_CA_FILE',
    'PEM file with the authorities whose certificates count for tls_client_auth; without it clients have self-signed ones alone.',
    { example: '/etc/auth-server/clients-ca.pem' },
  ),
  mtlsBase: custom(
    origin,
    'MTLS_BASE',
    'Address at which the proxy asks clients for certificates, for mtls_endpoint_aliases; then they count there alone.',
    { example: 'https://mtls.login.example.org' },
  ),
  clientIdDocuments: list(
    'CLIENT_ID_DOCUMENTS',
    'Hosts of client id metadata documents (draft 02) that clients may name as their id; * for all, none if absent.',
    { example: 'apps.example.org' },
  ),
}) {}

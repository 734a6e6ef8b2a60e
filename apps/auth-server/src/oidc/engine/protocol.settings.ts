import {
  custom,
  integer,
  list,
  oneOf,
  optional,
  settingsOf,
  text,
  toggle,
} from '@sextant/platform-runtime/config';
import { origin } from '../../http/origin.js';

/** Where the interfaces of the siblings begin, as `src/resource.ts` of each says. */
const SIBLING_RESOURCES = [
  ...['/v2', '/v3', '/api/notifications', '/v1/audio', '/v1/voices', '/v1/models'],
  ...['/v1/text-to-speech', '/v1/admin', '/graphql', '/ipt', '/relay'],
];

/** What an operator decides about the protocol. */
export class ProtocolSettings extends settingsOf({
  themeFile: optional(
    text({
      env: 'THEME_FILE',
      description: 'CSS file that is added to the pages; the colours are custom properties.',
      example: '/etc/auth-server/theme.css',
    }),
  ),
  resources: list({
    env: 'RESOURCES',
    description:
      'Resource indicators (RFC 8707) that tokens may be asked for; paths are at ISSUER. Those of the siblings if absent.',
    example: '/v2,https://mcp.example.org',
    default: SIBLING_RESOURCES,
  }),
  passwordLogin: toggle({
    env: 'PASSWORD_LOGIN',
    description: 'Serve /auth/token and /auth/refresh; a legacy that OAuth 2.1 forbids.',
    example: 'true',
    default: true,
  }),
  dynamicRegistration: oneOf(['off', 'token', 'open'], {
    env: 'DYNAMIC_REGISTRATION',
    description: 'Who may register clients: nobody, holders of an initial token, or everybody.',
    example: 'token',
    default: 'token',
  }),
  registrationToken: optional(
    text({
      env: 'REGISTRATION_TOKEN',
      description: 'The initial access token of dynamic registration; without one it is off.',
      example: 'b1f0...',
      secret: true,
    }),
  ),
  registrationScopes: optional(
    list({
      env: 'REGISTRATION_SCOPES',
      description:
        'Scopes that clients which register themselves may have beside the default ones and those of OpenID Connect.',
      example: 'translate,audio:speech',
    }),
  ),
  refreshGraceSeconds: integer({
    env: 'REFRESH_GRACE_SECONDS',
    description: 'Seconds in which a refresh token may be used once more after its first use.',
    example: '10',
    default: 0,
    max: 60,
  }),
  mtlsCertificateHeader: optional(
    text({
      env: 'MTLS_CERTIFICATE_HEADER',
      description:
        'Header in which TRUSTED_PROXIES name the certificate of the client (RFC 8705); without it there is no mutual TLS.',
      example: 'ssl-client-cert',
    }),
  ),
  mtlsCaFile: optional(
    text({
      env: 'MTLS_CA_FILE',
      description:
        'PEM file with the authorities whose certificates count for tls_client_auth; without it clients have self-signed ones alone.',
      example: '/etc/auth-server/clients-ca.pem',
    }),
  ),
  mtlsBase: optional(
    custom(origin, {
      env: 'MTLS_BASE',
      description:
        'Address at which the proxy asks clients for certificates, for mtls_endpoint_aliases; then they count there alone.',
      example: 'https://mtls.login.example.org',
    }),
  ),
  clientIdDocuments: optional(
    list({
      env: 'CLIENT_ID_DOCUMENTS',
      description:
        'Hosts of client id metadata documents (draft 02) that clients may name as their id; * for all, none if absent.',
      example: 'apps.example.org',
    }),
  ),
}) {}

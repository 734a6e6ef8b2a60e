import { custom, integer, list, optional, text, type Kind } from '@sextant/platform-config';

export const origin: Kind<string> = {
  expected: 'an http or https address without a path',
  parse: (value) => {
    const parsed = URL.canParse(value) ? new URL(value) : undefined;
    const isOrigin = parsed?.origin === value && /^https?:$/.test(parsed.protocol);
    return isOrigin ? value : undefined;
  },
};

/** What clients need that are machines or agents: certificates, documents, people who are elsewhere. */
export const machineSettings = {
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
  rateLimitApprovals: integer({
    env: 'RATE_LIMIT_APPROVALS',
    description: 'Requests an hour of one client that people be asked by e-mail (CIBA).',
    example: '1000',
    default: 1000,
    min: 1,
    max: 100_000_000,
  }),
};

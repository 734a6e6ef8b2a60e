import { X509Certificate } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { ClientAuthMethod, Configuration, KoaContextWithOIDC } from 'oidc-provider';
import type { MutualTls } from '../settings.js';
import { hasSubject, isIssuedBy } from './certificate-subject.js';

type Feature = NonNullable<NonNullable<Configuration['features']>['mTLS']>;

const certificates = new WeakMap<object, X509Certificate>();
const atOwnAddress = new WeakSet<object>();

/**
 * Keeps the certificate of a request, if there is one that counts.
 *
 * @param read finds it in the header of this name
 */
export function noteCertificate(
  request: IncomingMessage,
  settings: MutualTls | undefined,
  read: (header: string) => X509Certificate | undefined,
): void {
  if (settings === undefined) return;
  const { certificateHeader, base } = settings;
  // Elsewhere the proxy asks for none and might hand on what a caller has written.
  const isHere = base === undefined || new URL(base).host === request.headers.host;
  if (base !== undefined && isHere) atOwnAddress.add(request);
  const found = isHere ? read(certificateHeader) : undefined;
  if (found !== undefined) certificates.set(request, found);
}

/** Whether it was sent to the address at which the proxy asks for certificates. */
export const isAtCertificateAddress = (request: IncomingMessage): boolean =>
  atOwnAddress.has(request);

/** How clients may show who they are, beside secrets and keys (RFC 8705 section 2). */
export const tlsAuthMethods = (settings: MutualTls | undefined): ClientAuthMethod[] =>
  settings === undefined
    ? []
    : [
        'self_signed_tls_client_auth',
        ...(settings.authorities.length > 0 ? (['tls_client_auth'] as const) : []),
      ];

/** oidc-provider's mutual TLS (RFC 8705); off unless a proxy tells of certificates. */
export function mutualTls(settings: MutualTls | undefined): Feature {
  if (settings === undefined) return { enabled: false };
  const authorities = settings.authorities.map((pem) => new X509Certificate(pem));
  return {
    enabled: true,
    certificateBoundAccessTokens: true,
    selfSignedTlsClientAuth: true,
    tlsClientAuth: authorities.length > 0,
    getCertificate: certificateOf,
    certificateAuthorized: (context) => {
      const certificate = certificateOf(context);
      return certificate !== undefined && isIssuedBy(certificate, authorities);
    },
    certificateSubjectMatches: (context, property, expected) => {
      const certificate = certificateOf(context);
      return certificate !== undefined && hasSubject(certificate, property, expected);
    },
  };
}

const certificateOf = ({ req }: KoaContextWithOIDC): X509Certificate | undefined =>
  certificates.get(req);

/** The certificates of a PEM file, each for itself. @throws {Error} for one that is none */
export const authoritiesIn = (pem: string): string[] =>
  (pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []).map((each) =>
    new X509Certificate(each).toString(),
  );

import type { X509Certificate } from 'node:crypto';

/** By which of its names a client is known (RFC 8705 section 2.1.2). */
export type SubjectProperty =
  | 'tls_client_auth_subject_dn'
  | 'tls_client_auth_san_dns'
  | 'tls_client_auth_san_uri'
  | 'tls_client_auth_san_ip'
  | 'tls_client_auth_san_email';

/** `id-kp-clientAuth` of RFC 5280 section 4.2.1.12. */
const CLIENT_AUTH = '1.3.6.1.5.5.7.3.2';

/** Whether one of the authorities has issued it, directly, for clients. */
export function isIssuedBy(
  certificate: X509Certificate,
  authorities: readonly X509Certificate[],
): boolean {
  // The types have no undefined here; a certificate without the extension has.
  const purposes = certificate.keyUsage as string[] | undefined;
  if (certificate.ca || (purposes !== undefined && !purposes.includes(CLIENT_AUTH))) return false;
  return authorities.some(
    (authority) =>
      authority.ca && certificate.checkIssued(authority) && certificate.verify(authority.publicKey),
  );
}

/** Whether the certificate has the registered name; compared to the letter, without wildcards. */
export function hasSubject(
  certificate: X509Certificate,
  property: SubjectProperty,
  expected: string,
): boolean {
  const rules = { subject: 'never', wildcards: false } as const;
  switch (property) {
    case 'tls_client_auth_subject_dn':
      return distinguishedName(certificate) === expected;
    case 'tls_client_auth_san_dns':
      return certificate.checkHost(expected, rules) !== undefined;
    case 'tls_client_auth_san_ip':
      return certificate.checkIP(expected) !== undefined;
    case 'tls_client_auth_san_email':
      return certificate.checkEmail(expected, rules) !== undefined;
    case 'tls_client_auth_san_uri':
      return alternativeNames(certificate.subjectAltName ?? '').includes(`URI:${expected}`);
    default:
      return false;
  }
}

/** As RFC 4514 section 2.1 writes it: the last part first. OpenSSL has escaped the values, a line each. */
const distinguishedName = ({ subject }: X509Certificate): string =>
  subject
    .split('\n')
    .map((part) => part.replaceAll(' + ', '+'))
    .reverse()
    .join(',');

const NAME = /([A-Za-z ]+):("(?:[^"\\]|\\.)*"|[^,"]*)(?:, |$)/y;

/** Node quotes every value that holds a separator: what is inside of one is never taken for a name. */
function alternativeNames(text: string): string[] {
  const names: string[] = [];
  NAME.lastIndex = 0;
  while (NAME.lastIndex < text.length) {
    const [, kind = '', value = ''] = NAME.exec(text) ?? [];
    if (kind === '') return [];
    names.push(`${kind}:${value.startsWith('"') ? String(JSON.parse(value)) : value}`);
  }
  return names;
}

import { createHash, X509Certificate } from 'node:crypto';
import type { Request } from 'express';

/** A certificate with many names has some KiB; nothing longer is read. */
const MAX_CHARACTERS = 16_384;

/**
 * The certificate that the client has shown in TLS, from the header in which a proxy names it: in PEM with percent-encoding
 * (`$ssl_client_escaped_cert` of nginx) or as RFC 9440 section 2.2 has it. The header counts only where the peer is one of
 * TRUSTED_PROXIES, as X-Forwarded-For does; a certificate that is not valid at this time is none.
 *
 * @param header its name; nobody has a certificate without one
 */
export function clientCertificateOf(
  request: Request,
  header: string | undefined,
  nowMs: number,
): X509Certificate | undefined {
  if (header === undefined) return undefined;
  const value = request.headers[header.toLowerCase()];
  if (typeof value !== 'string' || !isFromProxy(request)) return undefined;
  const certificate = certificateIn(value);
  const isCurrent =
    certificate !== undefined &&
    certificate.validFromDate.getTime() <= nowMs &&
    nowMs <= certificate.validToDate.getTime();
  return isCurrent ? certificate : undefined;
}

/** What tokens are bound to: `x5t#S256` of RFC 8705 section 3.1. */
export const thumbprintOf = ({ raw }: X509Certificate): string =>
  createHash('sha256').update(raw).digest('base64url');

/** As Express itself decides about X-Forwarded-For. */
function isFromProxy({ app, socket }: Request): boolean {
  const trusts = app.get('trust proxy fn') as (address: string, hop: number) => boolean;
  return trusts(socket.remoteAddress ?? '', 0);
}

function certificateIn(value: string): X509Certificate | undefined {
  if (value.length > MAX_CHARACTERS) return undefined;
  try {
    const [, base64] = /^:([A-Za-z0-9+/]+={0,2}):$/.exec(value) ?? [];
    if (base64 !== undefined) return new X509Certificate(Buffer.from(base64, 'base64'));
    const pem = decodeURIComponent(value);
    return ONE_CERTIFICATE.test(pem) ? new X509Certificate(pem) : undefined;
  } catch {
    return undefined;
  }
}

/** Of two it would be open which one the connection has. */
const ONE_CERTIFICATE =
  /^\s*-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----\s*$/;

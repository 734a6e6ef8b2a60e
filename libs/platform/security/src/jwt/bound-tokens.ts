import { clientCertificateOf, thumbprintOf } from '@sextant/platform-http';
import type { Request } from 'express';
import type { JWTPayload } from 'jose';
import { ACCESS_ERRORS } from './access-errors.js';

export interface Proof {
  /** In which a trusted proxy names the client's certificate. */
  readonly authCertificateHeader?: string | undefined;
  /** Absent where a token comes without one, such as in the handshake of a socket. */
  readonly request: Request | undefined;
  readonly nowMs: number;
}

/**
 * A token that is bound to a certificate (RFC 8705 section 3) counts with that one alone. One that is bound to a key
 * (RFC 9449) is refused: whoever holds it would have to prove the key, which `Authorization: Bearer` does not; so is
 * every other confirmation (RFC 7800), which nobody here would check.
 *
 * @throws {Problem} `invalid_token`
 */
export function requireProof({ cnf }: JWTPayload, proof: Proof): void {
  if (cnf === undefined) return;
  const members: Readonly<Record<string, unknown>> = { ...cnf };
  const bound = members['x5t#S256'];
  const isOnlyThis = typeof bound === 'string' && Object.keys(members).length === 1;
  if (!isOnlyThis || bound !== shownCertificate(proof)) throw ACCESS_ERRORS.invalid();
}

function shownCertificate({ authCertificateHeader, request, nowMs }: Proof): string | undefined {
  if (request === undefined) return undefined;
  const certificate = clientCertificateOf(request, authCertificateHeader, nowMs);
  return certificate === undefined ? undefined : thumbprintOf(certificate);
}

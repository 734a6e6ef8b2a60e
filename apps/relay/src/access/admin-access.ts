import { Injectable } from '@nestjs/common';
import { CurrentConfig } from '../options/current-config.js';
import { RELAY_ERRORS } from '../http/relay-errors.js';
import { isSameSecret } from '../http/same-secret.js';

/** The scope of access tokens that may administer the relay. */
export const ADMIN_SCOPE = 'relay:admin';

/** Verifies access tokens of the auth-server. */
export abstract class TokenVerifier {
  /**
   * @param request who shows it: tokens may be bound to a certificate
   * @throws {Problem} 401 for a token that is not valid, 503 when that cannot be found out
   */
  abstract verify(
    token: string,
    request?: object,
  ): Promise<{
    readonly scopes: ReadonlySet<string>;
    readonly clientId?: string;
    readonly person?: { readonly userName: string } | undefined;
  }>;
}

/** Who administers, for the log and for what others are told. */
export interface Administrator {
  readonly name: string;
}

/** Who may see the status and the dead letters: holders of the configured token or of the scope. */
@Injectable()
export class AdminAccess {
  constructor(
    private readonly config: CurrentConfig,
    private readonly verifier: TokenVerifier,
  ) {}

  /**
   * @param authorization the header of that name
   * @throws {Problem} `unauthorized`, `forbidden`, and those of the verifier
   */
  async require(authorization: string | undefined, request?: object): Promise<Administrator> {
    const token = tokenOf(authorization);
    const { adminToken: expected } = this.config.value;
    if (expected !== undefined && isSameSecret(token, expected)) return { name: 'administrator' };
    const { scopes, person, clientId = '' } = await this.verifier.verify(token, request);
    if (!scopes.has(ADMIN_SCOPE)) throw RELAY_ERRORS.forbidden();
    return { name: person?.userName ?? clientId };
  }
}

function tokenOf(authorization = ''): string {
  const [, token] = /^Bearer +(\S+)$/i.exec(authorization) ?? [];
  if (token === undefined) throw unauthorized();
  return token;
}

export const unauthorized = () =>
  RELAY_ERRORS.unauthorized({ headers: { 'WWW-Authenticate': 'Bearer scope="relay:admin"' } });

import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import type { ApiKey } from '@sextant/platform-security/api-keys';
import { Clock } from '@sextant/platform-runtime/clock';
import { JwtVerifier } from '@sextant/platform-security/jwt';
import { Metrics } from '@sextant/platform-runtime/telemetry';
import type { Request } from 'express';
import { RESOURCE } from './resource.js';
import { SCOPES } from './scopes.js';
import { TokenSettings } from './token.settings.js';

/** What a token's scopes allow here. */
const SCOPES_OF_TOKENS: Readonly<Record<string, readonly string[]>> = {
  translate: [SCOPES.translate],
  'translate:admin': [SCOPES.translate, SCOPES.admin],
};

/** Lets people and programs in with an access token of auth-server, as an extension of the published interface. */
@Injectable()
export class TokenCallers {
  readonly #verifier: JwtVerifier | undefined;

  /** Nobody's tokens count unless an issuer is named. */
  constructor(settings: TokenSettings, clock: Clock, metrics: Metrics) {
    const { authIssuer, ...others } = settings;
    if (authIssuer === undefined) return;
    this.#verifier = new JwtVerifier(
      { ...others, authIssuer, adminScope: 'translate:admin', resourcePaths: RESOURCE.paths },
      clock,
      metrics,
    );
  }

  /**
   * A caller as if it had a key: the organization is the academy of a person, or the client itself.
   *
   * @returns undefined where no tokens are accepted
   * @throws {Problem} 401 for a token that is not valid, 503 when that cannot be found out
   */
  async callerOf(token: string, request: Request): Promise<ApiKey | undefined> {
    if (this.#verifier === undefined) return undefined;
    const { clientId, subject, scopes, person } = await this.#verifier.verify(token, request);
    return {
      id: idOf(`${clientId} ${subject}`),
      owner: person === undefined ? `client:${clientId}` : `academy:${person.academyId}`,
      label: person?.userName ?? clientId,
      masked: '',
      scopes: [...scopes].flatMap((scope) => SCOPES_OF_TOKENS[scope] ?? []),
      createdAt: new Date(0),
    };
  }
}

/** Usage is counted by the ids of keys: the same for the same caller always (RFC 9562, version 8). */
function idOf(caller: string): string {
  const hex = createHash('sha256').update(`token:${caller}`).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

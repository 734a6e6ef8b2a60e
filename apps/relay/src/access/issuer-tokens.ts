import { Injectable } from '@nestjs/common';
import { systemClock } from '@sextant/platform-runtime/clock';
import { JwtVerifier, type ShowingRequest } from '@sextant/platform-security/jwt';
import { Metrics } from '@sextant/platform-runtime/telemetry';
import { Gauge } from 'prom-client';
import { CurrentConfig } from '../options/current-config.js';
import { ADMIN_SCOPE, unauthorized, type TokenVerifier } from './admin-access.js';
import { RESOURCE } from './resource.js';

/** Access tokens of the configured issuer; none is valid where none is configured. */
@Injectable()
export class IssuerTokens implements TokenVerifier {
  readonly #verifier: JwtVerifier | undefined;

  constructor({ started }: CurrentConfig, { registry }: Metrics) {
    const { authIssuer } = started;
    if (authIssuer === undefined) return;
    const { paths: resourcePaths } = RESOURCE;
    this.#verifier = new JwtVerifier(
      { ...started, authIssuer, adminScope: ADMIN_SCOPE, resourcePaths },
      systemClock,
      { gauge: (name, help) => new Gauge({ name, help, registers: [registry] }) },
    );
  }

  verify(token: string, request?: ShowingRequest): ReturnType<TokenVerifier['verify']> {
    if (this.#verifier === undefined) return Promise.reject(unauthorized());
    return this.#verifier.verify(token, request);
  }
}

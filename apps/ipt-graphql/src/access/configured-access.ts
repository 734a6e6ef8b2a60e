import { Injectable } from '@nestjs/common';
import { ApiKeys } from '@sextant/platform-api-keys';
import { Clock } from '@sextant/platform-clock';
import { JwtVerifier, TokenSettings } from '@sextant/platform-jwt';
import { Metrics } from '@sextant/platform-telemetry';
import { RESOURCE } from '../http/resource.js';
import type { RequireCaller } from './access.js';

/** Keys, and the tokens of the issuer that the settings name. */
@Injectable()
export class ConfiguredAccess implements RequireCaller {
  readonly tokens: JwtVerifier | undefined;

  constructor(
    readonly keys: ApiKeys,
    settings: TokenSettings,
    clock: Clock,
    metrics: Metrics,
  ) {
    const { authIssuer } = settings;
    if (authIssuer === undefined) return;
    const scope = { adminScope: 'ipt:admin', resourcePaths: RESOURCE.paths };
    this.tokens = new JwtVerifier(
      Object.assign({}, settings, { authIssuer, ...scope }),
      clock,
      metrics,
    );
  }
}

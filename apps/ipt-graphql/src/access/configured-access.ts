import { Injectable } from '@nestjs/common';
import { ApiKeys } from '@sextant/platform-security/api-keys';
import { Clock } from '@sextant/platform-runtime/clock';
import { JwtVerifier } from '@sextant/platform-security/jwt';
import { Metrics } from '@sextant/platform-runtime/telemetry';
import { RESOURCE } from '../http/resource.js';
import type { RequireCaller } from './access.js';
import { TokenSettings } from './token.settings.js';

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

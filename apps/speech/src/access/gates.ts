import { Injectable } from '@nestjs/common';
import { ApiKeys } from '@sextant/platform-security/api-keys';
import { Clock } from '@sextant/platform-runtime/clock';
import { JwtVerifier } from '@sextant/platform-security/jwt';
import { RateLimiters, type RateLimiter } from '@sextant/platform-security/rate-limit';
import { Metrics } from '@sextant/platform-runtime/telemetry';
import { callerFinder, type FindCaller } from './caller.js';
import { Concurrency } from './concurrency.js';
import { LimitSettings } from './limit.settings.js';
import { RESOURCE } from './protected-resource.js';
import { TokenSettings } from './token.settings.js';

/** What lets requests and connections in. */
@Injectable()
export class Gates {
  readonly find: FindCaller;
  readonly limiter: RateLimiter;
  readonly concurrency: Concurrency;

  constructor(
    keys: ApiKeys,
    limiters: RateLimiters,
    tokens: TokenSettings,
    { requestsPerMinute: limit, concurrentSyntheses }: LimitSettings,
    clock: Clock,
    metrics: Metrics,
  ) {
    this.find = callerFinder({ keys, tokens: verifierOf(tokens, clock, metrics) });
    this.limiter = limiters.create({ name: 'key', limit, windowSeconds: 60 });
    this.concurrency = new Concurrency(concurrentSyntheses);
  }
}

/** Nobody's tokens count unless an issuer is named. */
function verifierOf(
  { authIssuer, ...settings }: TokenSettings,
  clock: Clock,
  metrics: Metrics,
): JwtVerifier | undefined {
  if (authIssuer === undefined) return undefined;
  const own = { authIssuer, adminScope: 'speech:admin', resourcePaths: RESOURCE.paths };
  return new JwtVerifier({ ...settings, ...own }, clock, metrics);
}

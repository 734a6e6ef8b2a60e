import { Injectable } from '@nestjs/common';
import { Clock } from '@sextant/platform-runtime/clock';
import { JwtSettings, JwtVerifier } from '@sextant/platform-security/jwt';
import { Metrics } from '@sextant/platform-runtime/telemetry';
import { ADMIN_SCOPE } from './token-rules.js';
import { RESOURCE } from './resource.js';

/** Access tokens for this service. */
@Injectable()
export class NotificationTokens extends JwtVerifier {
  constructor(settings: JwtSettings, clock: Clock, metrics: Metrics) {
    const { paths: resourcePaths } = RESOURCE;
    super(Object.assign({ adminScope: ADMIN_SCOPE, resourcePaths }, settings), clock, metrics);
  }
}

import { Injectable } from '@nestjs/common';
import { Metrics } from '@sextant/platform-runtime/telemetry';
import type { Observer } from './observer.js';

/** What callers may ask for; they write everything else too, which must not become labels. */
const GRANTS: Readonly<Record<string, string>> = {
  authorization_code: 'authorization_code',
  client_credentials: 'client_credentials',
  password: 'password',
  refresh_token: 'refresh_token',
  'urn:ietf:params:oauth:grant-type:device_code': 'device_code',
  admin: 'admin',
};

/** Counts into the registry behind `/metrics`. */
@Injectable()
export class PrometheusObserver implements Observer {
  readonly signIn: Observer['signIn'];
  readonly token: Observer['token'];

  constructor(metrics: Metrics) {
    const signIns = metrics.counter(
      'auth_sign_ins_total',
      'Passwords that were tried, by the door and the outcome; "locked" while guessing is slowed down.',
      'door',
      'outcome',
    );
    const tokens = metrics.counter(
      'auth_token_requests_total',
      'Requests for tokens, by grant type and outcome.',
      'grant',
      'outcome',
    );
    this.signIn = (door, outcome) => signIns.inc({ door, outcome });
    this.token = (grant, outcome) => tokens.inc({ grant: GRANTS[grant] ?? 'other', outcome });
  }
}

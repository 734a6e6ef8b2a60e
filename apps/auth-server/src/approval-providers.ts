import type { Provider as NestProvider } from '@nestjs/common';
import { randomIds, secureRandom, systemClock } from '@sextant/platform-clock';
import { RateLimiters } from '@sextant/platform-rate-limit';
import { DataSource } from 'typeorm';
import { PostgresPings } from './approvals/postgres-pings.js';
import { issuerOf, type AuthServerConfig } from './config.js';
import { ApprovalMails } from './approvals/approval-mails.js';
import { Approvals, WAITING_REQUESTS } from './approvals/approvals.js';
import { JOURNAL, type Journal } from './audit/journal.js';
import { PINGS, type Pings } from './approvals/pings.js';
import { ACCOUNT_LINKS, POSTBOX, type Postbox } from './mails/postbox.js';
import { SEALER, type Sealer } from './keys/sealer.js';
import { EngineApprovals } from './oidc/ciba/engine-approvals.js';
import { Engine } from './oidc/engine/engine.js';
import { named, one } from './provider-of.js';

const HOUR_SECONDS = 3600;
/** Whatever is asked for: a person can be bothered by one client that often in an hour. */
const PER_PERSON = 5;

/** What clients ask of people who are elsewhere (CIBA). */
export function approvalProviders(config: AuthServerConfig): NestProvider[] {
  const { brandName: brand, rateLimitApprovals } = config;
  const common = { random: secureRandom, clock: systemClock, brand, issuer: issuerOf(config) };
  return [
    one(
      PINGS,
      [DataSource, SEALER],
      (source: DataSource, sealer: Sealer) =>
        new PostgresPings({ source, sealer, clock: systemClock, ids: randomIds }),
    ),
    {
      provide: ApprovalMails,
      inject: [POSTBOX, SEALER, JOURNAL, RateLimiters],

      useFactory: (postbox: Postbox, sealer: Sealer, journal: Journal, limiters: RateLimiters) => {
        const limiter = (name: string, limit: number) =>
          limiters.create({ name, limit, windowSeconds: HOUR_SECONDS });
        return new ApprovalMails({
          ...{ postbox, sealer, journal, ...common },
          perClient: limiter('approvals', rateLimitApprovals),
          perPerson: limiter('approvals-person', PER_PERSON),
        });
      },
    },
    one(
      WAITING_REQUESTS,
      [Engine, PINGS],
      (engine: Engine, pings: Pings) => new EngineApprovals(engine, pings),
    ),
    named(
      Approvals,
      { links: ACCOUNT_LINKS, requests: WAITING_REQUESTS, sealer: SEALER, journal: JOURNAL },
      { clock: systemClock },
    ),
  ];
}

import type { Provider as NestProvider } from '@nestjs/common';
import { randomIds, systemClock } from '@sextant/platform-clock';
import { WebhookCaller } from '@sextant/platform-webhooks';
import { DataSource } from 'typeorm';
import { JoseEventSigner } from './security-events/jose-event-signer.js';
import { PostgresChanges } from './database/postgres-changes.js';
import { PostgresRevocationStreams } from './security-events/postgres-revocation-streams.js';
import { PostgresPushStreams } from './security-events/postgres-push-streams.js';
import { issuerOf, type AuthServerConfig } from './config.js';
import { EVENT_SIGNER } from './security-events/event-signer.js';
import { PUSH_SENDER, PUSH_STREAMS } from './security-events/event-pusher.js';
import {
  REVOCATION_STREAMS,
  Revocations,
  type RevocationStreams,
} from './security-events/revocations.js';
import { SEALER, type Sealer } from './keys/sealer.js';
import { SIGNING_KEYS, type SigningKeys } from './keys/signing-keys.js';
import { SSF_ISSUER } from './security-events/ssf.controller.js';
import { EVENTS_TOKEN } from './security-events/ssf.guard.js';
import { one } from './provider-of.js';

/** What siblings hear of tokens that end before their time. */
export const signalsProviders = (config: AuthServerConfig): NestProvider[] => [
  { provide: EVENTS_TOKEN, useValue: config.eventsToken ?? null },
  { provide: SSF_ISSUER, useValue: issuerOf(config) },
  one(
    REVOCATION_STREAMS,
    [DataSource],
    (source: DataSource) =>
      new PostgresRevocationStreams(source, { ids: randomIds, clock: systemClock }),
  ),
  {
    provide: PUSH_SENDER,
    useValue: new WebhookCaller({ allowedHosts: config.fetchAllow ?? [] }),
  },
  one(
    PUSH_STREAMS,
    [DataSource, SEALER],
    (source: DataSource, sealer: Sealer) =>
      new PostgresPushStreams(source, { ids: randomIds, sealer }),
  ),
  one(
    Revocations,
    [REVOCATION_STREAMS, PostgresChanges],
    (streams: RevocationStreams, changes: PostgresChanges) =>
      new Revocations({ streams, onRevoked: (listener) => changes.on('revocations', listener) }),
  ),
  one(
    EVENT_SIGNER,
    [SIGNING_KEYS],
    (keys: SigningKeys) =>
      new JoseEventSigner(keys, {
        issuer: issuerOf(config),
        audience: config.accessTokenAudience,
        algorithm: config.accessTokenAlgorithm,
      }),
  ),
];

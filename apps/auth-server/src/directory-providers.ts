import type { Provider as NestProvider } from '@nestjs/common';
import { randomIds, secureRandom, systemClock } from '@sextant/platform-clock';
import { RateLimiters } from '@sextant/platform-rate-limit';
import { DataSource } from 'typeorm';
import { PostgresDirectory } from './adapters/postgres-directory.js';
import { PostgresGroups } from './adapters/postgres-groups.js';
import { issuerOf, type AuthServerConfig } from './config.js';
import { AccountDeletion } from './domain/account-deletion.js';
import { DIRECTORY } from './domain/directory.js';
import { GroupAdmin } from './domain/group-admin.js';
import { GROUPS } from './domain/groups.js';
import { JOURNAL } from './domain/journal.js';
import { Provisioning } from './domain/provisioning.js';
import { UserAdmin } from './domain/user-admin.js';
import { UNIT_OF_WORK } from './domain/unit-of-work.js';
import { USERS } from './domain/user.js';
import { SCIM_BASE } from './http/scim/scim-discovery.js';
import { SCIM_ACCESS } from './http/scim/scim.guard.js';
import { named, one } from './provider-of.js';

/** Users and groups that a directory fills. */
export const directoryProviders = (config: AuthServerConfig): NestProvider[] => [
  one(DIRECTORY, [DataSource], (source: DataSource) => new PostgresDirectory(source)),
  one(GROUPS, [DataSource], (source: DataSource) => new PostgresGroups(source)),
  named(
    GroupAdmin,
    { groups: GROUPS, journal: JOURNAL, unit: UNIT_OF_WORK },
    { clock: systemClock, ids: randomIds },
  ),
  named(
    Provisioning,
    { directory: DIRECTORY, users: USERS, userAdmin: UserAdmin, deletion: AccountDeletion },
    { random: secureRandom },
  ),
  { provide: SCIM_BASE, useValue: `${issuerOf(config)}/scim/v2` },
  one(SCIM_ACCESS, [RateLimiters], (limiters: RateLimiters) => ({
    token: config.scimToken,
    limiter: limiters.create({ name: 'scim', limit: config.rateLimitScim, windowSeconds: 60 }),
  })),
];

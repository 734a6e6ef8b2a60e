import type { Provider as NestProvider } from '@nestjs/common';
import { randomIds, secureRandom, systemClock } from '@sextant/platform-clock';
import { RateLimiters } from '@sextant/platform-rate-limit';
import { DataSource } from 'typeorm';
import { PostgresDirectory } from './scim/postgres-directory.js';
import { PostgresGroups } from './groups/postgres-groups.js';
import { issuerOf, type AuthServerConfig } from './config.js';
import { AccountDeletion } from './accounts/account-deletion.js';
import { DIRECTORY } from './scim/directory.js';
import { GroupAdmin } from './groups/group-admin.js';
import { GROUPS } from './groups/groups.js';
import { JOURNAL } from './audit/journal.js';
import { Provisioning } from './scim/provisioning.js';
import { UserAdmin } from './users/user-admin.js';
import { UNIT_OF_WORK } from './database/unit-of-work.js';
import { USERS } from './users/user.js';
import { SCIM_BASE } from './scim/scim-discovery.controller.js';
import { SCIM_ACCESS } from './scim/scim.guard.js';
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

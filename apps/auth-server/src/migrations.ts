import { CreateOutbox1763700000001 } from '@sextant/platform-events';
import { CreateMailQueue1763780000000 } from '@sextant/platform-mail';
import { AddAccountDeletion1763830000000 } from './accounts/account-deletion.migration.js';
import { AddAccountNews1763890000000 } from './accounts/account-news.migration.js';
import { AddApprovals1763920000000 } from './approvals/backchannel.migration.js';
import { AddAuditRetention1763990000000 } from './audit/audit-retention.migration.js';
import { AddSignInsByDay1763850000000 } from './audit/sign-ins.migration.js';
import { AddFirstParty1763970000000 } from './clients/first-party.migration.js';
import { CreateAuthServer1763740000000 } from './database/initial.migration.js';
import { AddDeclarations1764010000000 } from './declarations/declarations.migration.js';
import { AddFactors1763810000000 } from './factors/factors.migration.js';
import { AddGroups1763860000000 } from './groups/groups.migration.js';
import { AddAccountFlows1763790000000 } from './mails/account-links.migration.js';
import { AddScopeRoles1763820000000 } from './scopes/scope-roles.migration.js';
import { AddCaepEvents1763930000000 } from './security-events/caep.migration.js';
import * as revocations from './security-events/revocations.migration.js';
import { AddParents1763900000000 } from './sessions/artifact-parents.migration.js';
import { AddSessionUses1763840000000 } from './sessions/session-uses.migration.js';
import {
  AddUpstreamProviders1764000000000,
  AddUpstreams1763870000000,
} from './upstream/upstream.migration.js';
import * as users from './users/users.migration.js';

/** The tables of the service, in the order in which they came to be. */
export const MIGRATIONS = [
  CreateOutbox1763700000001,
  CreateAuthServer1763740000000,
  users.AddUserGeneration1763760000000,
  users.AddUserClaims1763770000000,
  CreateMailQueue1763780000000,
  AddAccountFlows1763790000000,
  users.AddUserSearch1763800000000,
  AddFactors1763810000000,
  AddScopeRoles1763820000000,
  AddAccountDeletion1763830000000,
  AddSessionUses1763840000000,
  AddSignInsByDay1763850000000,
  AddGroups1763860000000,
  AddUpstreams1763870000000,
  revocations.AddRevocations1763880000000,
  AddAccountNews1763890000000,
  AddParents1763900000000,
  revocations.AddPushStreams1763910000000,
  AddApprovals1763920000000,
  AddCaepEvents1763930000000,
  users.AddUserFilters1763960000000,
  AddFirstParty1763970000000,
  users.AddForeignHashes1763980000000,
  AddAuditRetention1763990000000,
  AddUpstreamProviders1764000000000,
  AddDeclarations1764010000000,
];

import { CreateOutbox1763700000001 } from '@sextant/platform-events';
import { CreateMailQueue1763780000000 } from '@sextant/platform-mail';
import {
  AddAccountDeletion1763830000000,
  AddAccountFlows1763790000000,
  AddFactors1763810000000,
  AddScopeRoles1763820000000,
  AddUserFilters1763960000000,
  AddUserSearch1763800000000,
} from './adapters/account-migrations.js';
import { AddAccountNews1763890000000 } from './adapters/account-news.migration.js';
import { AddGroups1763860000000 } from './adapters/group-migrations.js';
import {
  AddUserClaims1763770000000,
  AddUserGeneration1763760000000,
  CreateAuthServer1763740000000,
} from './adapters/migrations.js';
import { AddParents1763900000000 } from './adapters/exchange-migrations.js';
import {
  AddPushStreams1763910000000,
  AddRevocations1763880000000,
} from './adapters/revocation-migrations.js';
import { AddUpstreams1763870000000 } from './adapters/upstream-migrations.js';
import { AddApprovals1763920000000 } from './adapters/backchannel-migrations.js';
import { AddCaepEvents1763930000000 } from './adapters/caep-migrations.js';
import {
  AddSessionUses1763840000000,
  AddSignInsByDay1763850000000,
} from './adapters/session-migrations.js';

/** The tables of the service, in the order in which they came to be. */
export const MIGRATIONS = [
  CreateOutbox1763700000001,
  CreateAuthServer1763740000000,
  AddUserGeneration1763760000000,
  AddUserClaims1763770000000,
  CreateMailQueue1763780000000,
  AddAccountFlows1763790000000,
  AddUserSearch1763800000000,
  AddFactors1763810000000,
  AddScopeRoles1763820000000,
  AddAccountDeletion1763830000000,
  AddSessionUses1763840000000,
  AddSignInsByDay1763850000000,
  AddGroups1763860000000,
  AddUpstreams1763870000000,
  AddRevocations1763880000000,
  AddAccountNews1763890000000,
  AddParents1763900000000,
  AddPushStreams1763910000000,
  AddApprovals1763920000000,
  AddCaepEvents1763930000000,
  AddUserFilters1763960000000,
];

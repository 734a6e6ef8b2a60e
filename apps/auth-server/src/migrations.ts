/** The tables of the service: TypeORM runs them in the order of the time in their names. */
export { CreateOutbox1763700000001 } from '@sextant/platform-events';
export { CreateAuthServer1763740000000 } from './database/initial.migration.js';
export {
  AddUserGeneration1763760000000,
  AddUserClaims1763770000000,
  AddUserSearch1763800000000,
  AddUserFilters1763960000000,
  AddForeignHashes1763980000000,
} from './users/users.migration.js';
export { CreateMailQueue1763780000000 } from '@sextant/platform-mail';
export { AddAccountFlows1763790000000 } from './mails/account-links.migration.js';
export { AddFactors1763810000000 } from './factors/factors.migration.js';
export { AddScopeRoles1763820000000 } from './scopes/scope-roles.migration.js';
export { AddAccountDeletion1763830000000 } from './accounts/account-deletion.migration.js';
export { AddSessionUses1763840000000 } from './sessions/session-uses.migration.js';
export { AddSignInsByDay1763850000000 } from './audit/sign-ins.migration.js';
export { AddGroups1763860000000 } from './groups/groups.migration.js';
export {
  AddUpstreams1763870000000,
  AddUpstreamProviders1764000000000,
  AddUpstreamIssuers1764040000000,
} from './upstream/upstream.migration.js';
export {
  AddRevocations1763880000000,
  AddPushStreams1763910000000,
} from './security-events/revocations.migration.js';
export { AddAccountNews1763890000000 } from './accounts/account-news.migration.js';
export { AddParents1763900000000 } from './sessions/artifact-parents.migration.js';
export { AddApprovals1763920000000 } from './approvals/backchannel.migration.js';
export { AddCaepEvents1763930000000 } from './security-events/caep.migration.js';
export { AddFirstParty1763970000000 } from './clients/first-party.migration.js';
export { AddAuditRetention1763990000000 } from './audit/audit-retention.migration.js';
export { AddAuditAges1764050000000 } from './audit/audit-ages.migration.js';
export { AddDeclarations1764010000000 } from './declarations/declarations.migration.js';
export { AddDirectoryAccounts1764020000000 } from './ldap/ldap.migration.js';
export { AddTrustedBrowsers1764030000000 } from './passwords/trusted-browsers.migration.js';

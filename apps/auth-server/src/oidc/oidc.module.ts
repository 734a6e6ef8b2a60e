import { Global, Module } from '@nestjs/common';
import { OwnSessions } from '../accounts/pages/own-session.js';
import { WaitingRequests } from '../approvals/approvals.js';
import { ApprovalsModule } from '../approvals/approvals.module.js';
import { ClientRules } from '../clients/client-admin.js';
import { ClientsModule } from '../clients/clients.module.js';
import { FactorsModule } from '../factors/factors.module.js';
import { GroupsModule } from '../groups/groups.module.js';
import { LdapModule } from '../ldap/ldap.module.js';
import { MailsModule } from '../mails/mails.module.js';
import { ScopesModule } from '../scopes/scopes.module.js';
import { SignOutNotices } from '../sessions/artifacts.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { AccessTokens } from '../sign-in/access-tokens.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { UpstreamModule } from '../upstream/upstream.module.js';
import { UsersModule } from '../users/users.module.js';
import { ClaimPreview } from './claim-preview.js';
import { EngineClientRules } from './client-rules.js';
import { EngineEndpoints } from './endpoints/engine-endpoints.js';
import { EngineApprovals } from './engine-approvals.js';
import { EngineParts, EngineRules, EngineSignIn, EngineStores } from './engine/engine-parts.js';
import { Engine } from './engine/engine.js';
import { FirstPartyTokens } from './first-party-tokens.js';
import { BackChannel } from './sessions/back-channel.js';
import { EngineSessions } from './sessions/own-sessions.js';

/** The engine, and what it does for features below it, each by a port of the feature's own: global, for they cannot import it. */
@Global()
@Module({
  imports: [
    ApprovalsModule,
    ClientsModule,
    FactorsModule,
    GroupsModule,
    LdapModule,
    MailsModule,
    ScopesModule,
    SessionsModule,
    SignInModule,
    UpstreamModule,
    UsersModule,
  ],
  providers: [
    Engine,
    EngineParts,
    EngineStores,
    EngineSignIn,
    EngineRules,
    EngineEndpoints,
    ClaimPreview,
    { provide: AccessTokens, useClass: FirstPartyTokens },
    { provide: SignOutNotices, useClass: BackChannel },
    { provide: OwnSessions, useClass: EngineSessions },
    { provide: ClientRules, useClass: EngineClientRules },
    { provide: WaitingRequests, useClass: EngineApprovals },
  ],
  exports: [
    Engine,
    ClaimPreview,
    AccessTokens,
    SignOutNotices,
    OwnSessions,
    ClientRules,
    WaitingRequests,
  ],
})
export class OidcModule {}

import { Global, Module } from '@nestjs/common';
import { OwnSessions } from '../accounts/pages/own-session.js';
import { WaitingRequests } from '../approvals/approvals.js';
import { ApprovalsModule } from '../approvals/approvals.module.js';
import { ClientRules } from '../clients/client-admin.js';
import { EngineApprovals } from './ciba/engine-approvals.js';
import { EngineClientRules } from './clients/client-rules.js';
import { EngineEndpoints } from './endpoints/engine-endpoints.js';
import { EngineModule } from './engine/engine.module.js';
import { BackChannel } from './sessions/back-channel.js';
import { EngineSessions } from './sessions/own-sessions.js';
import { FirstPartyTokens } from './tokens/first-party-tokens.js';
import { SignOutNotices } from '../sessions/artifacts.js';
import { AccessTokens } from '../sign-in/access-tokens.js';

/** What the engine does for features below it, each by a port of the feature's own: global, for they cannot import it. */
@Global()
@Module({
  imports: [EngineModule, ApprovalsModule],
  providers: [
    EngineEndpoints,
    { provide: AccessTokens, useClass: FirstPartyTokens },
    { provide: SignOutNotices, useClass: BackChannel },
    { provide: OwnSessions, useClass: EngineSessions },
    { provide: ClientRules, useClass: EngineClientRules },
    { provide: WaitingRequests, useClass: EngineApprovals },
  ],
  exports: [AccessTokens, SignOutNotices, OwnSessions, ClientRules, WaitingRequests],
})
export class OidcModule {}

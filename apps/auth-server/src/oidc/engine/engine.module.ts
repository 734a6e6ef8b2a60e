import { Module } from '@nestjs/common';
import { ApprovalsModule } from '../../approvals/approvals.module.js';
import { ClientsModule } from '../../clients/clients.module.js';
import { FactorsModule } from '../../factors/factors.module.js';
import { MailsModule } from '../../mails/mails.module.js';
import { EngineStores, EngineSignIn, EngineRules, EngineParts } from './engine-parts.js';
import { Engine } from './engine.js';
import { ScopesModule } from '../../scopes/scopes.module.js';
import { SessionsModule } from '../../sessions/sessions.module.js';
import { SignInModule } from '../../sign-in/sign-in.module.js';
import { UpstreamModule } from '../../upstream/upstream.module.js';
import { UsersModule } from '../../users/users.module.js';

@Module({
  imports: [
    ApprovalsModule,
    ClientsModule,
    FactorsModule,
    MailsModule,
    ScopesModule,
    SessionsModule,
    SignInModule,
    UpstreamModule,
    UsersModule,
  ],
  providers: [Engine, EngineParts, EngineStores, EngineSignIn, EngineRules],
  exports: [Engine],
})
export class EngineModule {}

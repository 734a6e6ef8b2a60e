import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { ClientsModule } from '../clients/clients.module.js';
import { DeclarationsModule } from '../declarations/declarations.module.js';
import { MailsModule } from '../mails/mails.module.js';
import { ScopesModule } from '../scopes/scopes.module.js';
import { SecurityEventsModule } from '../security-events/security-events.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { Bootstrap } from './bootstrap.js';
import { StartUp } from './start-up.js';
import { Sweep } from './sweep.js';
import { UsersModule } from '../users/users.module.js';

/** Starts what has to be there before the first request, and removes what has expired. */
@Module({
  imports: [
    AccountsModule,
    ClientsModule,
    DeclarationsModule,
    MailsModule,
    ScopesModule,
    SecurityEventsModule,
    SessionsModule,
    UsersModule,
  ],
  providers: [Bootstrap, StartUp, Sweep],
})
export class SystemModule {}

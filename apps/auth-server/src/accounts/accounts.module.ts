import { Module } from '@nestjs/common';
import { AccountDeletion, AccountDeletions } from './account-deletion.js';
import { AccountLinkMails } from './account-link-mails.js';
import { AccountFlows } from './account-flows.js';
import { OwnAccount } from './own-account.js';
import { LinksController } from './pages/links.controller.js';
import { OwnAccountController } from './pages/own-account.controller.js';
import { OwnFactorsController } from './pages/own-factors.controller.js';
import { OwnPasskeysController } from './pages/own-passkeys.controller.js';
import { OwnSessionsController } from './pages/own-sessions.controller.js';
import { UserImport } from './user-import.js';
import { RecoveryController } from './pages/recovery.controller.js';
import { PostgresAccountDeletions } from './postgres-account-deletions.js';
import { ClientsModule } from '../clients/clients.module.js';
import { CountriesModule } from '../countries/countries.module.js';
import { FactorsModule } from '../factors/factors.module.js';
import { MailsModule } from '../mails/mails.module.js';
import { PagesModule } from '../pages/pages.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { UpstreamModule } from '../upstream/upstream.module.js';
import { UsersModule } from '../users/users.module.js';

@Module({
  imports: [
    ClientsModule,
    CountriesModule,
    FactorsModule,
    MailsModule,
    PagesModule,
    PasswordsModule,
    SessionsModule,
    SignInModule,
    UpstreamModule,
    UsersModule,
  ],
  providers: [
    AccountLinkMails,
    AccountFlows,
    AccountDeletion,
    OwnAccount,
    UserImport,
    { provide: AccountDeletions, useClass: PostgresAccountDeletions },
  ],
  controllers: [
    OwnSessionsController,
    RecoveryController,
    LinksController,
    OwnAccountController,
    OwnFactorsController,
    OwnPasskeysController,
  ],
  exports: [AccountFlows, AccountDeletion, UserImport],
})
export class AccountsModule {}

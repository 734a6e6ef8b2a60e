import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { ClientsController } from './clients/clients.controller.js';
import { GroupsController } from './groups/groups.controller.js';
import { ReportsController } from './reports/reports.controller.js';
import { Reports } from './reports/reports.js';
import { ScopesController } from './scopes/scopes.controller.js';
import { PostgresDatabase } from './system/postgres-database.js';
import { Database } from './system/system-status.js';
import {
  AuditController,
  SystemController,
  AdminLoginController,
} from './system/system.controller.js';
import { FactorsController } from './users/factors.controller.js';
import { UserImportController } from './users/user-import.controller.js';
import { UsersController } from './users/users.controller.js';
import { ClientsModule } from '../clients/clients.module.js';
import { FactorsModule } from '../factors/factors.module.js';
import { GroupsModule } from '../groups/groups.module.js';
import { MailsModule } from '../mails/mails.module.js';
import { ScopesModule } from '../scopes/scopes.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { UsersModule } from '../users/users.module.js';

@Module({
  imports: [
    AccountsModule,
    ClientsModule,
    FactorsModule,
    GroupsModule,
    MailsModule,
    ScopesModule,
    SessionsModule,
    SignInModule,
    UsersModule,
  ],
  providers: [Reports, { provide: Database, useClass: PostgresDatabase }],
  controllers: [
    AdminLoginController,
    ClientsController,
    ScopesController,
    UsersController,
    FactorsController,
    SystemController,
    AuditController,
    ReportsController,
    UserImportController,
    GroupsController,
  ],
})
export class AdminModule {}

import { Module } from '@nestjs/common';
import { MailsModule } from '../mails/mails.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { PostgresUsers } from './postgres-users.js';
import { UserAdmin } from './user-admin.js';
import { UserCreation } from './user-creation.js';
import { Users } from './user.js';

@Module({
  imports: [MailsModule, PasswordsModule, SessionsModule],
  providers: [UserCreation, UserAdmin, { provide: Users, useClass: PostgresUsers }],
  exports: [Users, UserCreation, UserAdmin],
})
export class UsersModule {}

import { Module } from '@nestjs/common';
import { Accounts } from './accounts.js';
import { Directory } from './directory.js';
import { Registrations } from './registrations.js';

@Module({
  providers: [Directory, Accounts, Registrations],
  exports: [Directory, Accounts, Registrations],
})
export class PeopleModule {}

import { Module } from '@nestjs/common';
import { UsersModule } from '../users/users.module.js';
import { Directories, DirectoryAccounts } from './directory.js';
import { DirectorySignIn } from './directory-sign-in.js';
import { LdapDirectories } from './ldap-directories.js';
import { PostgresDirectoryAccounts } from './postgres-directory-accounts.js';
import { Standing } from './standing.js';

@Module({
  imports: [UsersModule],
  providers: [
    DirectorySignIn,
    Standing,
    { provide: Directories, useClass: LdapDirectories },
    { provide: DirectoryAccounts, useClass: PostgresDirectoryAccounts },
  ],
  exports: [DirectorySignIn, Standing],
})
export class LdapModule {}

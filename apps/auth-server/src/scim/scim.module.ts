import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { GroupsModule } from '../groups/groups.module.js';
import { Directory } from './directory.js';
import { DirectoryRoles } from './directory-roles.js';
import { PostgresDirectory } from './postgres-directory.js';
import { Provisioning } from './provisioning.js';
import { ScimAddress } from './scim-address.js';
import { ScimDiscoveryController } from './scim-discovery.controller.js';
import { ScimGroupsController } from './scim-groups.controller.js';
import { ScimUsersController } from './scim-users.controller.js';
import { ScimAccess } from './scim.guard.js';
import { UsersModule } from '../users/users.module.js';

@Module({
  imports: [AccountsModule, GroupsModule, UsersModule],
  providers: [
    DirectoryRoles,
    Provisioning,
    ScimAccess,
    ScimAddress,
    { provide: Directory, useClass: PostgresDirectory },
  ],
  controllers: [ScimDiscoveryController, ScimUsersController, ScimGroupsController],
})
export class ScimModule {}

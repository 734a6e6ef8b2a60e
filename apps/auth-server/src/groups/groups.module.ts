import { Module } from '@nestjs/common';
import { GroupAdmin } from './group-admin.js';
import { Groups } from './groups.js';
import { PostgresGroups } from './postgres-groups.js';

@Module({
  providers: [GroupAdmin, { provide: Groups, useClass: PostgresGroups }],
  exports: [GroupAdmin],
})
export class GroupsModule {}

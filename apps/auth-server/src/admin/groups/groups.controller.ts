import { Body, Controller, Get, Param, Patch, Query, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../audit/actor.js';
import { GroupAdmin } from '../../groups/group-admin.js';
import type { Group } from '../../groups/groups.js';
import { WholeChanges } from '../../database/whole.interceptor.js';
import { AdminGuard, CurrentActor } from '../../sign-in/access.guard.js';
import { Answers } from '../../http/answers.dto.js';
import { GroupDto, GroupListDto, GroupQuery, UpdateGroupDto } from './group.dto.js';

@ApiTags('admin: groups')
@ApiBearerAuth()
@UseGuards(AdminGuard)
@WholeChanges()
@Controller('admin/groups')
export class GroupsController {
  constructor(private readonly admin: GroupAdmin) {}

  /** Groups that a directory has made, oldest first. */
  @Get()
  @Answers(200, GroupListDto)
  async listGroups(@Query() { limit, offset }: GroupQuery) {
    const { groups, total } = await this.admin.list({ limit, offset });
    return { groups: groups.map(presentGroup), total, limit, offset };
  }

  @Get(':id')
  @Answers(200, GroupDto)
  async getGroup(@Param('id') id: string) {
    return presentGroup(await this.admin.get(id));
  }

  /** Says which roles all members of the group have. */
  @Patch(':id')
  @Answers(200, GroupDto)
  async updateGroup(
    @Param('id') id: string,
    @Body() { roles }: UpdateGroupDto,
    @CurrentActor() actor: Actor,
  ) {
    return presentGroup(await this.admin.change(id, { roles }, actor));
  }
}

const presentGroup = ({ id, name, externalId, roles, createdAt, updatedAt }: Group) => ({
  id,
  name,
  external_id: externalId,
  roles,
  created_at: createdAt.toISOString(),
  updated_at: updatedAt.toISOString(),
});

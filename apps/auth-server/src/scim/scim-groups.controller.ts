import { Body, Delete, Get, HttpCode, Param, Patch, Post, Put, Query } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import type { Actor } from '../audit/actor.js';
import { GroupAdmin } from '../groups/group-admin.js';
import type { Group } from '../groups/groups.js';
import { presentScimGroup, readScimGroup } from './scim-group.presenter.js';
import { patched } from './scim-patch.js';
import { filterOf, leavesOutMembers, listOf, pageOf, type RawQuery } from './scim-query.js';
import { CurrentDirectory, ScimAnswer, ScimBody, ScimController } from './scim.guard.js';
import { ScimAddress } from './scim-address.js';

const FILTERS = { id: 'id', displayname: 'name', externalid: 'externalId' };

/** Groups of a directory (RFC 7644); which roles they bring is the administrator's to say. */
@ScimController('/Groups')
export class ScimGroupsController {
  constructor(
    private readonly groups: GroupAdmin,
    private readonly address: ScimAddress,
  ) {}

  /** Groups, oldest first; `filter` compares id, displayName and externalId by `eq`. */
  @Get()
  @ScimAnswer(200)
  async listScimGroups(@Query() query: RawQuery) {
    const page = pageOf(query);
    const { groups, total } = await this.groups.list({ ...page, ...filterOf(query, FILTERS) });
    const resources = await Promise.all(groups.map((group) => this.#present(group, query)));
    return listOf(resources, { total, offset: page.offset });
  }

  @Post()
  @ScimAnswer(201)
  @ScimBody()
  async createScimGroup(@Body() body: unknown, @CurrentDirectory() actor: Actor) {
    return this.#present(await this.groups.create(readScimGroup(body), actor));
  }

  @Get(':id')
  @ScimAnswer(200)
  async getScimGroup(@Param('id') id: string, @Query() query: RawQuery) {
    return this.#present(await this.groups.get(id), query);
  }

  @Put(':id')
  @ScimAnswer(200)
  @ScimBody()
  async replaceScimGroup(
    @Param('id') id: string,
    @Body() body: unknown,
    @CurrentDirectory() actor: Actor,
  ) {
    return this.#present(await this.groups.change(id, readScimGroup(body), actor));
  }

  @Patch(':id')
  @ScimAnswer(200)
  @ScimBody()
  async patchScimGroup(
    @Param('id') id: string,
    @Body() body: unknown,
    @CurrentDirectory() actor: Actor,
  ) {
    const [group, members] = [await this.groups.get(id), await this.groups.members(id)];
    const wanted = readScimGroup(
      patched(presentScimGroup(group, members, this.address.base), body),
    );
    const membersBefore = members.map((member) => member.id);
    return this.#present(await this.groups.change(id, { ...wanted, membersBefore }, actor));
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiResponse({ status: 204 })
  async deleteScimGroup(@Param('id') id: string, @CurrentDirectory() actor: Actor): Promise<void> {
    await this.groups.remove(id, actor);
  }

  async #present(group: Group, query: RawQuery = {}) {
    const members = leavesOutMembers(query) ? undefined : await this.groups.members(group.id);
    return presentScimGroup(group, members, this.address.base);
  }
}

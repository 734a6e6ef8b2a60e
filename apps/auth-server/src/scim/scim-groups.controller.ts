import { Body, Delete, Get, HttpCode, Param, Patch, Post, Put, Query } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import type { Actor } from '../audit/actor.js';
import { GroupAdmin } from '../groups/group-admin.js';
import type { Group, GroupFilter } from '../groups/groups.js';
import { presentScimGroup, readScimGroup } from './scim-group.presenter.js';
import { isShown, shown } from './messages/scim-attributes.js';
import { readGroupPatch } from './messages/scim-group-patch.js';
import { filterOf, listOf, pageOf, type RawQuery } from './messages/scim-query.js';
import { CurrentDirectory, ScimAnswer, ScimBody, ScimController } from './scim.guard.js';
import { ScimAddress } from './scim-address.js';

const FILTERS = {
  names: {
    id: 'id',
    displayname: 'name',
    externalid: 'externalId',
    members: 'member',
    'members.value': 'member',
  },
} as const;

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
    const [page, filter] = [pageOf(query), filterOf(query, FILTERS)];
    if (filter === undefined) return listOf([], { total: 0, offset: page.offset });
    const { groups, total } = await this.groups.list({ ...page, ...filter } as GroupFilter);
    const resources = await Promise.all(groups.map((group) => this.#present(group, query)));
    return listOf(resources, { total, offset: page.offset });
  }

  @Post()
  @ScimAnswer(201)
  @ScimBody()
  async createScimGroup(
    @Body() body: unknown,
    @Query() query: RawQuery,
    @CurrentDirectory() actor: Actor,
  ) {
    return this.#present(await this.groups.create(readScimGroup(body), actor), query);
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
    @Query() query: RawQuery,
    @CurrentDirectory() actor: Actor,
  ) {
    const { members, ...wanted } = readScimGroup(body);
    const change = { ...wanted, members: { kind: 'replaced', members } } as const;
    return this.#present(await this.groups.change(id, change, actor), query);
  }

  @Patch(':id')
  @ScimAnswer(200)
  @ScimBody()
  async patchScimGroup(
    @Param('id') id: string,
    @Body() body: unknown,
    @Query() query: RawQuery,
    @CurrentDirectory() actor: Actor,
  ) {
    return this.#present(await this.groups.change(id, readGroupPatch(body), actor), query);
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiResponse({ status: 204 })
  async deleteScimGroup(@Param('id') id: string, @CurrentDirectory() actor: Actor): Promise<void> {
    await this.groups.remove(id, actor);
  }

  async #present(group: Group, query: RawQuery) {
    const members = isShown('members', query) ? await this.groups.members(group.id) : undefined;
    return shown(presentScimGroup(group, members, this.address.base), query);
  }
}

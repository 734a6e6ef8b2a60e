import { Body, Delete, Get, HttpCode, Param, Patch, Post, Put, Query } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import type { Actor } from '../audit/actor.js';
import type { DirectoryFilter } from './directory.js';
import { GroupAdmin } from '../groups/group-admin.js';
import { Provisioning, type ProvisionedUser } from './provisioning.js';
import { isShown, shown } from './messages/scim-attributes.js';
import { patched } from './messages/scim-patch.js';
import { filterOf, listOf, pageOf, type RawQuery } from './messages/scim-query.js';
import {
  patchableScimUser,
  presentScimUser,
  readScimUser,
  USER_ATTRIBUTES_SET,
} from './scim-user.presenter.js';
import { CurrentDirectory, ScimAnswer, ScimBody, ScimController } from './scim.guard.js';
import { ScimAddress } from './scim-address.js';

const FILTERS = {
  names: {
    id: 'id',
    username: 'userName',
    externalid: 'externalId',
    emails: 'email',
    'emails.value': 'email',
    active: 'active',
  },
  // Of the one address that everybody has.
  constants: { 'emails.type': 'work', 'emails.primary': true },
} as const;

/** Users of a directory (RFC 7644). */
@ScimController('/Users')
export class ScimUsersController {
  constructor(
    private readonly users: Provisioning,
    private readonly groups: GroupAdmin,
    private readonly address: ScimAddress,
  ) {}

  /** Users, oldest first; `filter` compares id, userName, externalId, emails.value and active by `eq`. */
  @Get()
  @ScimAnswer(200)
  async listScimUsers(@Query() query: RawQuery) {
    const [page, filter] = [pageOf(query), filterOf(query, FILTERS)];
    if (filter === undefined) return listOf([], { total: 0, offset: page.offset });
    const found = await this.users.list({ ...page, ...filter } as DirectoryFilter);
    const resources = await Promise.all(found.entries.map((entry) => this.#present(entry, query)));
    return listOf(resources, { total: found.total, offset: page.offset });
  }

  /** Makes a user; who has no password sets one by e-mail. */
  @Post()
  @ScimAnswer(201)
  @ScimBody()
  async createScimUser(
    @Body() body: unknown,
    @Query() query: RawQuery,
    @CurrentDirectory() actor: Actor,
  ) {
    return this.#present(await this.users.create(readScimUser(body), actor), query);
  }

  @Get(':id')
  @ScimAnswer(200)
  async getScimUser(@Param('id') id: string, @Query() query: RawQuery) {
    return this.#present(await this.users.get(id), query);
  }

  @Put(':id')
  @ScimAnswer(200)
  @ScimBody()
  async replaceScimUser(
    @Param('id') id: string,
    @Body() body: unknown,
    @Query() query: RawQuery,
    @CurrentDirectory() actor: Actor,
  ) {
    return this.#present(await this.users.replace(id, readScimUser(body), actor), query);
  }

  @Patch(':id')
  @ScimAnswer(200)
  @ScimBody()
  async patchScimUser(
    @Param('id') id: string,
    @Body() body: unknown,
    @Query() query: RawQuery,
    @CurrentDirectory() actor: Actor,
  ) {
    const entry = await this.users.get(id);
    const before = patchableScimUser(entry, this.address.base);
    const wanted = readScimUser(patched(before, body, USER_ATTRIBUTES_SET));
    return this.#present(await this.users.change(entry, wanted, actor), query);
  }

  /** Deletes the user for good; `active: false` only locks. */
  @Delete(':id')
  @HttpCode(204)
  @ApiResponse({ status: 204 })
  async deleteScimUser(@Param('id') id: string, @CurrentDirectory() actor: Actor): Promise<void> {
    await this.users.remove(id, actor);
  }

  async #present(entry: ProvisionedUser, query: RawQuery) {
    const groups = isShown('groups', query) ? await this.groups.of(entry.user.id) : [];
    return shown(presentScimUser(entry, groups, this.address.base), query);
  }
}

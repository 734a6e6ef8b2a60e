import { Body, Delete, Get, HttpCode, Param, Patch, Post, Put, Query } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import type { Actor } from '../audit/actor.js';
import type { DirectoryEntry } from './directory.js';
import { GroupAdmin } from '../groups/group-admin.js';
import { Provisioning } from './provisioning.js';
import { patched } from './scim-patch.js';
import { filterOf, listOf, pageOf, type RawQuery } from './scim-query.js';
import { presentScimUser, readScimUser } from './scim-user.presenter.js';
import { CurrentDirectory, ScimAnswer, ScimBody, ScimController } from './scim.guard.js';
import { ScimAddress } from './scim-address.js';

const FILTERS = {
  id: 'id',
  username: 'userName',
  externalid: 'externalId',
  emails: 'email',
  'emails.value': 'email',
  active: 'active',
};

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
    const page = pageOf(query);
    const found = await this.users.list({ ...page, ...filterOf(query, FILTERS) });
    const resources = await Promise.all(found.entries.map((entry) => this.#present(entry)));
    return listOf(resources, { total: found.total, offset: page.offset });
  }

  /** Makes a user; who has no password sets one by e-mail. */
  @Post()
  @ScimAnswer(201)
  @ScimBody()
  async createScimUser(@Body() body: unknown, @CurrentDirectory() actor: Actor) {
    return this.#present(await this.users.create(readScimUser(body), actor));
  }

  @Get(':id')
  @ScimAnswer(200)
  async getScimUser(@Param('id') id: string) {
    return this.#present(await this.users.get(id));
  }

  @Put(':id')
  @ScimAnswer(200)
  @ScimBody()
  async replaceScimUser(
    @Param('id') id: string,
    @Body() body: unknown,
    @CurrentDirectory() actor: Actor,
  ) {
    return this.#present(await this.users.replace(id, readScimUser(body), actor));
  }

  @Patch(':id')
  @ScimAnswer(200)
  @ScimBody()
  async patchScimUser(
    @Param('id') id: string,
    @Body() body: unknown,
    @CurrentDirectory() actor: Actor,
  ) {
    const entry = await this.users.get(id);
    const wanted = readScimUser(patched(await this.#present(entry), body));
    return this.#present(await this.users.change(entry, wanted, actor));
  }

  /** Deletes the user for good; `active: false` only locks. */
  @Delete(':id')
  @HttpCode(204)
  @ApiResponse({ status: 204 })
  async deleteScimUser(@Param('id') id: string, @CurrentDirectory() actor: Actor): Promise<void> {
    await this.users.remove(id, actor);
  }

  async #present(entry: DirectoryEntry) {
    return presentScimUser(entry, await this.groups.of(entry.user.id), this.address.base);
  }
}

import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Param,
  Patch,
  Post,
  UseGuards,
} from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../audit/actor.js';
import { ScopeAdmin } from '../../scopes/scope-admin.js';
import { WholeChanges } from '../../database/whole.interceptor.js';
import { AdminGuard, CurrentActor } from '../../sign-in/access.guard.js';
import { ScopeDto, ScopeListDto } from '../answers.dto.js';
import { Answers } from '../../http/answers.dto.js';
import { presentScope } from '../../scopes/scope.presenter.js';
import { CreateScopeDto, UpdateScopeDto } from './scope.dto.js';

@ApiTags('admin: scopes')
@ApiBearerAuth()
@UseGuards(AdminGuard)
@WholeChanges()
@Controller('admin/scopes')
export class ScopesController {
  constructor(private readonly admin: ScopeAdmin) {}

  @Get()
  @Answers(200, ScopeListDto)
  async listScopes() {
    return { scopes: (await this.admin.list()).map(presentScope) };
  }

  @Post()
  @Answers(201, ScopeDto)
  async createScope(@Body() body: CreateScopeDto, @CurrentActor() actor: Actor) {
    const { scope_name: name, description, is_default: isDefault = false, roles = [] } = body;
    return presentScope(await this.admin.create({ name, description, isDefault, roles }, actor));
  }

  /** One scope, by `id` or name. */
  @Get(':id')
  @Answers(200, ScopeDto)
  async getScope(@Param('id') id: string) {
    return presentScope(await this.admin.get(id));
  }

  @Patch(':id')
  @Answers(200, ScopeDto)
  async updateScope(
    @Param('id') id: string,
    @Body() { description, is_default, is_active, roles }: UpdateScopeDto,
    @CurrentActor() actor: Actor,
  ) {
    const change = {
      ...(description === undefined ? {} : { description }),
      ...(is_default === undefined ? {} : { isDefault: is_default }),
      ...(is_active === undefined ? {} : { isActive: is_active }),
      ...(roles === undefined ? {} : { roles }),
    };
    return presentScope(await this.admin.update(id, change, actor));
  }

  /** Deactivates the scope: nobody can ask for it any more. */
  @Delete(':id')
  @HttpCode(204)
  @Answers(204)
  async deactivateScope(@Param('id') id: string, @CurrentActor() actor: Actor): Promise<void> {
    await this.admin.update(id, { isActive: false }, actor);
  }
}

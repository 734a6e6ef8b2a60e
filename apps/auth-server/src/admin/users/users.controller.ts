import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Param,
  Patch,
  Post,
  Query,
  UseGuards,
} from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { AccountFlows } from '../../accounts/account-flows.js';
import type { Actor } from '../../audit/actor.js';
import { UserAdmin } from '../../users/user-admin.js';
import { WholeChanges } from '../../database/whole.interceptor.js';
import { AdminGuard, CurrentActor } from '../../sign-in/access.guard.js';
import { InvitationAnswerDto, UserDto, UserListDto } from '../answers.dto.js';
import { SessionListDto } from '../../sessions/session.dto.js';
import { Answers } from '../../http/answers.dto.js';
import { presentUser } from '../../users/user.presenter.js';
import { presentSession } from '../../sessions/session.presenter.js';
import { detailsOf } from './user-members.dto.js';
import { CreateUserDto, InvitationDto, UpdateUserDto, UserQuery } from './user.dto.js';

@ApiTags('admin: users')
@ApiBearerAuth()
@UseGuards(AdminGuard)
@WholeChanges()
@Controller('admin/users')
export class UsersController {
  constructor(
    private readonly admin: UserAdmin,
    private readonly flows: AccountFlows,
  ) {}

  /** Users, oldest first. */
  @Get()
  @Answers(200, UserListDto)
  async listUsers(@Query() { limit, offset, active, admin, q }: UserQuery) {
    const { users, total } = await this.admin.list({
      limit,
      offset,
      ...(active === undefined ? {} : { active }),
      ...(admin === undefined ? {} : { admin }),
      ...(q === undefined ? {} : { q }),
    });
    return { users: users.map(presentUser), total, limit, offset };
  }

  @Post()
  @Answers(201, UserDto)
  async createUser(@Body() body: CreateUserDto, @CurrentActor() actor: Actor) {
    const { username, email, password, ...details } = body;
    const values = { username, email, password, ...detailsOf(details) };
    return presentUser(await this.admin.create(values, actor));
  }

  /** Mails a link with which somebody makes an account of their own, for seven days. */
  @Post('invitations')
  @Answers(201, InvitationAnswerDto)
  async inviteUser(@Body() body: InvitationDto, @CurrentActor() actor: Actor) {
    const { email, username, ...details } = body;
    const invitedAs = { ...detailsOf(details), ...(username === undefined ? {} : { username }) };
    const expiresAt = await this.flows.invite(email, invitedAs, actor);
    return { email, expires_at: expiresAt.toISOString() };
  }

  /** Mails the user a link that confirms the address. */
  @Post(':id/verification')
  @HttpCode(204)
  @Answers(204)
  async sendVerification(@Param('id') id: string): Promise<void> {
    await this.flows.sendVerification(await this.admin.get(id));
  }

  @Get(':id')
  @Answers(200, UserDto)
  async getUser(@Param('id') id: string) {
    return presentUser(await this.admin.get(id));
  }

  /** Changes the members that are sent; a new password and a deactivation end all sessions and tokens. */
  @Patch(':id')
  @Answers(200, UserDto)
  async updateUser(
    @Param('id') id: string,
    @Body() { email, password, is_active, ...details }: UpdateUserDto,
    @CurrentActor() actor: Actor,
  ) {
    const change = {
      ...(email === undefined ? {} : { email }),
      ...(password === undefined ? {} : { password }),
      ...(is_active === undefined ? {} : { isActive: is_active }),
      ...detailsOf(details),
    };
    return presentUser(await this.admin.update(id, change, actor));
  }

  /** Deactivates the user and ends all sessions and tokens. */
  @Delete(':id')
  @HttpCode(204)
  @Answers(204)
  async deactivateUser(@Param('id') id: string, @CurrentActor() actor: Actor): Promise<void> {
    await this.admin.update(id, { isActive: false }, actor);
  }

  @Get(':id/sessions')
  @Answers(200, SessionListDto)
  async listUserSessions(@Param('id') id: string) {
    return { sessions: (await this.admin.sessions(id)).map(presentSession) };
  }

  /** Signs the user out everywhere. */
  @Delete(':id/sessions')
  @HttpCode(204)
  @Answers(204)
  async signUserOut(@Param('id') id: string, @CurrentActor() actor: Actor): Promise<void> {
    await this.admin.signOutEverywhere(id, actor);
  }

  @Delete(':id/sessions/:sid')
  @HttpCode(204)
  @Answers(204)
  async endUserSession(
    @Param('id') id: string,
    @Param('sid') sid: string,
    @CurrentActor() actor: Actor,
  ): Promise<void> {
    await this.admin.endSession(id, sid, actor);
  }
}

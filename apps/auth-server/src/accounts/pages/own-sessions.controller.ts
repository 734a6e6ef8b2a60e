import { Controller, Delete, Get, HttpCode, Param, Post, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { Access } from '../../sign-in/access-tokens.js';
import { Artifacts } from '../../sessions/artifacts.js';
import type { Actor } from '../../audit/actor.js';
import { Journal } from '../../audit/journal.js';
import { UserAdmin } from '../../users/user-admin.js';
import { BearerGuard, CurrentAccess, CurrentActor } from '../../sign-in/access.guard.js';
import { MessageDto, SessionListDto } from '../../sessions/session.dto.js';
import { Answers } from '../../http/answers.dto.js';
import { presentSession } from '../../sessions/session.presenter.js';

/** What people do with their own sessions and tokens. */
@ApiTags('sessions')
@ApiBearerAuth()
@UseGuards(BearerGuard)
@Controller('auth')
export class OwnSessionsController {
  constructor(
    private readonly users: UserAdmin,
    private readonly artifacts: Artifacts,
    private readonly journal: Journal,
  ) {}

  /** Ends the access token and everything that was given out with it. */
  @Post('logout')
  @HttpCode(200)
  @Answers(200, MessageDto)
  async logout(@CurrentAccess() access: Access, @CurrentActor() actor: Actor) {
    await this.artifacts.removeOfGrant(access.grantId);
    await this.journal.record({
      type: 'token.revoked',
      actor: actor.id,
      subject: actor.id,
      ip: actor.ip,
      details: { client_id: access.clientId },
    });
    return { message: 'You are logged out.' };
  }

  @Get('sessions')
  @Answers(200, SessionListDto)
  async listSessions(@CurrentActor() { id }: Actor) {
    return { sessions: (await this.users.sessions(id)).map(presentSession) };
  }

  /** Signs out everywhere; this token ends too. */
  @Delete('sessions')
  @HttpCode(204)
  @Answers(204)
  async signOutEverywhere(@CurrentActor() actor: Actor): Promise<void> {
    await this.users.signOutEverywhere(actor.id, actor);
  }

  @Delete('sessions/:sid')
  @HttpCode(204)
  @Answers(204)
  async endSession(@Param('sid') sid: string, @CurrentActor() actor: Actor): Promise<void> {
    await this.users.endSession(actor.id, sid, actor);
  }
}

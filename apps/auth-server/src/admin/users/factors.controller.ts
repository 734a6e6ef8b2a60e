import { Controller, Delete, Get, HttpCode, Param, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../audit/actor.js';
import { SecondFactors } from '../../factors/second-factors.js';
import { UserAdmin } from '../../users/user-admin.js';
import { WholeChanges } from '../../database/whole.interceptor.js';
import { AdminGuard, CurrentActor } from '../../sign-in/access.guard.js';
import { FactorListDto } from '../answers.dto.js';
import { Answers } from '../../http/answers.dto.js';
import { presentFactor } from '../../factors/factor.presenter.js';

@ApiTags('admin: users')
@ApiBearerAuth()
@UseGuards(AdminGuard)
@WholeChanges()
@Controller('admin/users/:id/factors')
export class FactorsController {
  constructor(
    private readonly users: UserAdmin,
    private readonly factors: SecondFactors,
  ) {}

  @Get()
  @Answers(200, FactorListDto)
  async listFactors(@Param('id') id: string) {
    const user = await this.users.get(id);
    return {
      factors: (await this.factors.list(user.id)).map(presentFactor),
      recovery_codes_left: await this.factors.recoveryCodesLeft(user.id),
    };
  }

  /** For somebody who has lost them: all factors and recovery codes are gone, and the user is told. */
  @Delete()
  @HttpCode(204)
  @Answers(204)
  async resetFactors(@Param('id') id: string, @CurrentActor() actor: Actor): Promise<void> {
    await this.factors.reset(await this.users.get(id), actor);
  }
}

import { Body, Controller, HttpCode, Post, Query, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiConsumes, ApiTags } from '@nestjs/swagger';
import { HTTP_PROBLEMS } from '@sextant/platform-http/errors';
import type { Actor } from '../../audit/actor.js';
import { UserImport } from '../../accounts/user-import.js';
import { AdminGuard, CurrentActor } from '../../sign-in/access.guard.js';
import { Answers } from '../../http/answers.dto.js';
import { readUsers } from './user-csv.dto.js';
import { ImportAnswerDto, ImportQuery } from './user.dto.js';

@ApiTags('admin: users')
@ApiBearerAuth()
@UseGuards(AdminGuard)
@Controller('admin/users')
export class UserImportController {
  constructor(private readonly users: UserImport) {}

  /**
   * Makes users from a CSV file: its first line names the columns username, email and, where wanted, password,
   * name, given_name, family_name, academy_id, roles, is_admin and is_verified. Lines that are refused stop no other.
   */
  @Post('import')
  @HttpCode(200)
  @ApiConsumes('text/csv')
  @ApiBody({ schema: { type: 'string' } })
  @Answers(200, ImportAnswerDto)
  async importUsers(
    @Body() body: unknown,
    @Query() { dry_run: isTrial, send_links: mailsLinks }: ImportQuery,
    @CurrentActor() actor: Actor,
  ) {
    const csv = (body as { readonly csv?: unknown } | undefined)?.csv;
    if (typeof csv !== 'string') throw HTTP_PROBLEMS.unsupportedMediaType();
    const file = readUsers(csv);
    const { created, refused } = await this.users.run(file.rows, { isTrial, mailsLinks }, actor);
    const all = [...file.refused, ...refused].toSorted((one, other) => one.line - other.line);
    return { created, refused: all };
  }
}

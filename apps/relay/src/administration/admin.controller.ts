import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Param,
  ParseIntPipe,
  Post,
  Query,
  UseGuards,
} from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { Administration } from './administration.js';
import {
  DeadLettersAnswer,
  DeadLettersQuery,
  RemovalAnswer,
  RemovalBody,
  ReplayAnswer,
  ReplayBody,
} from './admin.dto.js';
import { AdminGuard } from '../access/admin.guard.js';
import { presentDeadLetters } from './dead-letters.presenter.js';

/** What an operator looks at and repairs. */
@ApiTags('administration')
@ApiBearerAuth('admin')
@ApiResponse({ status: 401, description: 'No token, or a wrong one.' })
@UseGuards(AdminGuard)
@Controller('relay')
export class AdminController {
  constructor(private readonly administration: Administration) {}

  @Get('status')
  @ApiOperation({ summary: 'The last events, the queues and how many dead letters there are' })
  status(): Promise<unknown> {
    return this.administration.status();
  }

  @Get('dead-letters')
  @ApiOperation({ summary: 'Dead letters, newest first' })
  @ApiOkResponse({ type: DeadLettersAnswer })
  async deadLetters(@Query() { limit = 50, before }: DeadLettersQuery): Promise<DeadLettersAnswer> {
    const letters = await this.administration.deadLetters(limit, before);
    return presentDeadLetters(letters, limit);
  }

  @Post('dead-letters/replay')
  @HttpCode(200)
  @ApiOperation({ summary: 'Queues dead letters again, each for its sink and target' })
  @ApiOkResponse({ type: ReplayAnswer })
  async replay(@Body() { ids }: ReplayBody): Promise<ReplayAnswer> {
    return { replayed: await this.administration.replay(ids ?? 'all') };
  }

  @Delete('dead-letters/:id')
  @HttpCode(204)
  @ApiOperation({ summary: 'Throws a dead letter away' })
  async remove(@Param('id', ParseIntPipe) id: number): Promise<void> {
    await this.administration.remove([id]);
  }

  @Post('dead-letters/remove')
  @HttpCode(200)
  @ApiOperation({ summary: 'Throws several dead letters away' })
  @ApiOkResponse({ type: RemovalAnswer })
  async removeAll(@Body() { ids }: RemovalBody): Promise<RemovalAnswer> {
    return { removed: await this.administration.remove(ids) };
  }
}

import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Param,
  ParseUUIDPipe,
  Post,
  Req,
  UseGuards,
} from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { Console } from './console.js';
import { administratorOf, AdminGuard } from '../access/admin.guard.js';
import {
  CheckAnswer,
  ConfigurationBody,
  EventChoice,
  ExplanationAnswer,
  NewSilenceAnswer,
  SilenceBody,
  SilencesAnswer,
  TemplatesAnswer,
  TemplateTrialBody,
  TrialAnswer,
} from './console.dto.js';
import { placeOf, presentExplanation, presentSilence, presentTrial } from './console.presenter.js';

/** What operators try out, and the silences of Alertmanager. */
@ApiTags('console')
@ApiBearerAuth('admin')
@ApiResponse({ status: 401, description: 'No token, or a wrong one.' })
@UseGuards(AdminGuard)
@Controller('relay')
export class ConsoleController {
  constructor(private readonly desk: Console) {}

  @Post('explain')
  @HttpCode(200)
  @ApiOperation({ summary: 'Where an event goes with the routes as they are now, and why' })
  @ApiOkResponse({ type: ExplanationAnswer })
  async explain(@Body() choice: EventChoice): Promise<ExplanationAnswer> {
    return presentExplanation(await this.desk.explain(placeOf(choice)));
  }

  @Get('templates')
  @ApiOperation({ summary: 'The templates that are deployed, by option' })
  @ApiOkResponse({ type: TemplatesAnswer })
  templates(): TemplatesAnswer {
    const deployed = this.desk.workbench.templates();
    return { templates: deployed.map(({ option, text }) => ({ option, template: text })) };
  }

  @Post('templates/try')
  @HttpCode(200)
  @ApiOperation({ summary: 'What a template makes of an event, without sending it' })
  @ApiOkResponse({ type: TrialAnswer })
  async tryTemplate(@Body() body: TemplateTrialBody): Promise<TrialAnswer> {
    return presentTrial(await this.desk.tryTemplate(placeOf(body), body.option, body.template));
  }

  @Post('configuration/check')
  @HttpCode(200)
  @ApiOperation({
    summary: 'What is wrong with a configuration, and what it changes; nothing is written',
  })
  @ApiOkResponse({ type: CheckAnswer })
  check(@Body() { yaml }: ConfigurationBody): CheckAnswer {
    const checked = this.desk.workbench.checkConfiguration(yaml);
    return { valid: checked.problems.length === 0, ...checked };
  }

  @Get('silences')
  @ApiOperation({ summary: 'The silences of the Alertmanager that is configured' })
  @ApiOkResponse({ type: SilencesAnswer })
  async silences(): Promise<SilencesAnswer> {
    const silences = await this.desk.silences();
    return { configured: silences !== undefined, silences: (silences ?? []).map(presentSilence) };
  }

  @Post('silences')
  @ApiOperation({ summary: 'Silences alerts whose labels have these values' })
  @ApiResponse({ status: 201, type: NewSilenceAnswer })
  @ApiResponse({ status: 409, description: 'No Alertmanager is configured.' })
  async silence(
    @Body() { matchers, ends_at: endsAt, comment }: SilenceBody,
    @Req() request: Request,
  ): Promise<NewSilenceAnswer> {
    const { name: by } = administratorOf(request);
    const id = await this.desk.silence({ matchers, untilMs: Date.parse(endsAt), by, comment });
    return { id };
  }

  @Delete('silences/:id')
  @HttpCode(204)
  @ApiOperation({ summary: 'Ends a silence' })
  async endSilence(@Param('id', ParseUUIDPipe) id: string): Promise<void> {
    await this.desk.endSilence(id);
  }
}

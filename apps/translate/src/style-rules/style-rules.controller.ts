import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Param,
  Patch,
  Post,
  Put,
  Query,
} from '@nestjs/common';
import {
  ApiBody,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
} from '@nestjs/swagger';
import { HTTP_PROBLEMS } from '@sextant/platform-http/errors';
import { StyleRules } from './style-rules.js';
import { Owner } from '../access/caller.js';
import {
  CreateStyleRulesDto,
  isConfiguredRules,
  RenameStyleRulesDto,
  StyleRuleListDto,
  StyleRuleListsDto,
  StyleRulesQuery,
} from './style-rules.dto.js';
import { presentBrief, presentDetailed, toInstruction } from './style-rules.presenter.js';
import { ApiArea } from '../http/api-area.js';

@ApiArea('style rules')
@Controller('v3/style_rules')
export class StyleRulesController {
  constructor(private readonly styleRules: StyleRules) {}

  @Get()
  @ApiOperation({ summary: 'Lists style rule lists.' })
  @ApiOkResponse({ type: StyleRuleListsDto })
  async list(
    @Owner() owner: string,
    @Query() { page = 0, page_size: size = 10, detailed }: StyleRulesQuery,
  ): Promise<StyleRuleListsDto> {
    const isDetailed = detailed === 'true' || detailed === '1';
    const lists = await this.styleRules.list(owner, page, size);
    return {
      style_rules: lists.map((list) => (isDetailed ? presentDetailed(list) : presentBrief(list))),
    };
  }

  @Post()
  @ApiOperation({ summary: 'Creates a style rule list.' })
  @ApiCreatedResponse({ type: StyleRuleListDto })
  async create(
    @Owner() owner: string,
    @Body() body: CreateStyleRulesDto,
  ): Promise<StyleRuleListDto> {
    const list = await this.styleRules.create(owner, {
      name: body.name,
      language: body.language,
      configuredRules: body.configured_rules ?? {},
      instructions: (body.custom_instructions ?? []).map(toInstruction),
    });
    return presentDetailed(list);
  }

  @Get(':style_id')
  @ApiOperation({ summary: 'Shows a style rule list.' })
  @ApiOkResponse({ type: StyleRuleListDto })
  async get(@Owner() owner: string, @Param('style_id') id: string): Promise<StyleRuleListDto> {
    return presentDetailed(await this.styleRules.get(owner, id));
  }

  @Patch(':style_id')
  @ApiOperation({ summary: 'Renames a style rule list.' })
  @ApiOkResponse({ type: StyleRuleListDto })
  async rename(
    @Owner() owner: string,
    @Param('style_id') id: string,
    @Body() { name }: RenameStyleRulesDto,
  ): Promise<StyleRuleListDto> {
    return presentDetailed(await this.styleRules.rename(owner, id, name));
  }

  @Delete(':style_id')
  @HttpCode(204)
  @ApiOperation({ summary: 'Deletes a style rule list.' })
  @ApiNoContentResponse()
  async delete(@Owner() owner: string, @Param('style_id') id: string): Promise<void> {
    await this.styleRules.delete(owner, id);
  }

  /** The names of its members are the caller's own, so that no DTO describes the body. */
  @Put(':style_id/configured_rules')
  @ApiOperation({ summary: 'Replaces the configured rules of a list.' })
  @ApiBody({ schema: { type: 'object', additionalProperties: true } })
  @ApiOkResponse({ type: StyleRuleListDto })
  async configure(
    @Owner() owner: string,
    @Param('style_id') id: string,
    @Body() rules: unknown,
  ): Promise<StyleRuleListDto> {
    if (!isConfiguredRules(rules)) {
      throw HTTP_PROBLEMS.badRequest({ message: "Value for 'configured_rules' not supported." });
    }
    return presentDetailed(await this.styleRules.configure(owner, id, rules));
  }
}

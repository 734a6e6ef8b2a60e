import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
} from '@nestjs/swagger';
import { StyleRules } from './style-rules.js';
import { Owner } from '../access/caller.decorator.js';
import { CustomInstructionDto, InstructionDto } from './style-rules.dto.js';
import { presentInstruction, toInstruction } from './style-rules.presenter.js';
import { ApiArea } from '../http/api-area.js';

@ApiArea('style rules')
@Controller('v3/style_rules/:style_id/custom_instructions')
export class CustomInstructionsController {
  constructor(private readonly styleRules: StyleRules) {}

  @Post()
  @ApiOperation({ summary: 'Adds an instruction to a style rule list.' })
  @ApiCreatedResponse({ type: CustomInstructionDto })
  async create(
    @Owner() owner: string,
    @Param('style_id') id: string,
    @Body() body: InstructionDto,
  ): Promise<CustomInstructionDto> {
    return presentInstruction(await this.styleRules.addInstruction(owner, id, toInstruction(body)));
  }

  @Get(':instruction_id')
  @ApiOperation({ summary: 'Shows an instruction.' })
  @ApiOkResponse({ type: CustomInstructionDto })
  async get(
    @Owner() owner: string,
    @Param('style_id') id: string,
    @Param('instruction_id') instructionId: string,
  ): Promise<CustomInstructionDto> {
    return presentInstruction(await this.styleRules.instruction(owner, id, instructionId));
  }

  @Put(':instruction_id')
  @ApiOperation({ summary: 'Replaces an instruction.' })
  @ApiOkResponse({ type: CustomInstructionDto })
  async replace(
    @Owner() owner: string,
    @Param() { style_id: id, instruction_id: instructionId }: Record<string, string>,
    @Body() body: InstructionDto,
  ): Promise<CustomInstructionDto> {
    const instruction = { ...toInstruction(body), id: instructionId ?? '' };
    return presentInstruction(
      await this.styleRules.replaceInstruction(owner, id ?? '', instruction),
    );
  }

  @Delete(':instruction_id')
  @HttpCode(204)
  @ApiOperation({ summary: 'Deletes an instruction.' })
  @ApiNoContentResponse()
  async delete(
    @Owner() owner: string,
    @Param('style_id') id: string,
    @Param('instruction_id') instructionId: string,
  ): Promise<void> {
    await this.styleRules.deleteInstruction(owner, id, instructionId);
  }
}

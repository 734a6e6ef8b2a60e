import type { CustomInstruction, NewInstruction, StyleRuleList } from './style-rules.js';
import type { CustomInstructionDto, InstructionDto, StyleRuleListDto } from './style-rules.dto.js';

export const toInstruction = (dto: InstructionDto): NewInstruction => ({
  label: dto.label,
  prompt: dto.prompt,
  ...(dto.source_language === undefined ? {} : { sourceLanguage: dto.source_language }),
});

export const presentInstruction = (instruction: CustomInstruction): CustomInstructionDto => ({
  id: instruction.id,
  label: instruction.label,
  prompt: instruction.prompt,
  ...(instruction.sourceLanguage === undefined
    ? {}
    : { source_language: instruction.sourceLanguage }),
});

export const presentBrief = (list: StyleRuleList) => ({
  style_id: list.id,
  name: list.name,
  creation_time: list.createdAt.toISOString(),
  updated_time: list.updatedAt.toISOString(),
  language: list.language,
  version: list.version,
});

export const presentDetailed = (list: StyleRuleList): StyleRuleListDto => ({
  ...presentBrief(list),
  configured_rules: list.configuredRules,
  custom_instructions: list.instructions.map(presentInstruction),
});

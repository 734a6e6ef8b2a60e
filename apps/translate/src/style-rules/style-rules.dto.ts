import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsDefined,
  IsIn,
  IsNotEmpty,
  Matches,
  ValidateBy,
  ValidateNested,
} from 'class-validator';
import type { LanguageTag } from '../languages/language.js';
import { MAX_INSTRUCTIONS, type ConfiguredRules } from './style-rules.js';
import { IsStoredText, MayBeAbsent, notSpecified, notSupported } from '../http/parameter-rules.js';
import { PageQuery } from '../http/page-query.dto.js';

const LANGUAGES = ['de', 'en', 'es', 'fr', 'it', 'ja', 'ko', 'zh'] as const;
const GROUPS: ReadonlySet<string> = new Set([
  'dates_and_times',
  'formatting',
  'numbers',
  'punctuation',
  'spelling_and_grammar',
  'style_and_tone',
  'vocabulary',
]);
const MAX_NAME_LENGTH = 1024;
const MAX_LABEL_LENGTH = 100;
const MAX_PROMPT_LENGTH = 300;
/** 200 instructions of 300 characters, and the configured rules. */
export const MAX_STYLE_RULES_BYTES = 1024 * 1024;
/** Rules and values are identifiers; 159 rules exist, the longest value has 86 characters. */
const IDENTIFIER = /^[a-z0-9_]{1,128}$/;
const MAX_RULES_OF_GROUP = 200;

/** Known groups of rules, each rule an identifier that is set to an identifier. */
export function isConfiguredRules(value: unknown): value is ConfiguredRules {
  return isRecord(value) && Object.entries(value).every(([name, group]) => isGroup(name, group));
}

function isGroup(name: string, group: unknown): boolean {
  if (!GROUPS.has(name) || !isRecord(group)) return false;
  const rules = Object.entries(group);
  return rules.length <= MAX_RULES_OF_GROUP && rules.every(([rule, value]) => isRule(rule, value));
}

const isRule = (rule: string, value: unknown): boolean =>
  IDENTIFIER.test(rule) && typeof value === 'string' && IDENTIFIER.test(value);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const AreConfiguredRules = () =>
  ValidateBy(
    { name: 'areConfiguredRules', validator: { validate: isConfiguredRules } },
    notSupported('configured_rules'),
  );

export class StyleRulesQuery extends PageQuery {
  @ApiPropertyOptional({ enum: ['true', 'false'], default: 'false' })
  @MayBeAbsent()
  @IsIn(['true', 'false', '1', '0'], notSupported('detailed'))
  detailed?: string;
}

export class InstructionDto {
  @ApiProperty({ maxLength: MAX_LABEL_LENGTH, example: 'Currency' })
  @IsStoredText('label', { longest: MAX_LABEL_LENGTH })
  @IsNotEmpty(notSpecified('label'))
  @IsDefined(notSpecified('label'))
  label!: string;

  @ApiProperty({ maxLength: MAX_PROMPT_LENGTH, example: 'Put currency symbols before the number.' })
  @IsStoredText('prompt', { longest: MAX_PROMPT_LENGTH })
  @IsNotEmpty(notSpecified('prompt'))
  @IsDefined(notSpecified('prompt'))
  prompt!: string;

  @ApiPropertyOptional({ example: 'en' })
  @MayBeAbsent()
  @Matches(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$/, notSupported('source_language'))
  source_language?: string;
}

export class RenameStyleRulesDto {
  @ApiProperty({ example: 'Legal' })
  @IsStoredText('name', { longest: MAX_NAME_LENGTH })
  @IsNotEmpty(notSpecified('name'))
  @IsDefined(notSpecified('name'))
  name!: string;
}

export class CreateStyleRulesDto extends RenameStyleRulesDto {
  @ApiProperty({ enum: LANGUAGES })
  @IsIn(LANGUAGES, notSupported('language'))
  @IsDefined(notSpecified('language'))
  language!: LanguageTag;

  @ApiPropertyOptional({ type: 'object', additionalProperties: true })
  @MayBeAbsent()
  @AreConfiguredRules()
  configured_rules?: ConfiguredRules;

  @ApiPropertyOptional({ type: [InstructionDto], maxItems: MAX_INSTRUCTIONS })
  @MayBeAbsent()
  @Type(() => InstructionDto)
  @ValidateNested({ each: true, ...notSupported('custom_instructions') })
  @ArrayMaxSize(MAX_INSTRUCTIONS, notSupported('custom_instructions'))
  @IsArray(notSupported('custom_instructions'))
  custom_instructions?: InstructionDto[];
}

export class CustomInstructionDto extends InstructionDto {
  @ApiProperty({ format: 'uuid', example: '559192ed-8e23-4f1c-9a5e-0e5d0c2bd0a7' })
  id!: string;
}

export class StyleRuleListDto {
  @ApiProperty({ format: 'uuid', example: '559192ed-8e23-4f1c-9a5e-0e5d0c2bd0a7' })
  style_id!: string;

  @ApiProperty()
  name!: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-24T10:00:00.000Z' })
  creation_time!: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-24T10:00:00.000Z' })
  updated_time!: string;

  @ApiProperty({ enum: LANGUAGES })
  language!: string;

  @ApiProperty({ type: 'integer', example: 1 })
  version!: number;

  @ApiPropertyOptional({ type: 'object', additionalProperties: true })
  configured_rules?: ConfiguredRules;

  @ApiPropertyOptional({ type: [CustomInstructionDto] })
  custom_instructions?: CustomInstructionDto[];
}

export class StyleRuleListsDto {
  @ApiProperty({ type: [StyleRuleListDto] })
  style_rules!: StyleRuleListDto[];
}

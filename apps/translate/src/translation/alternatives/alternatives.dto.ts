import { ApiProperty, ApiPropertyOptional, PickType } from '@nestjs/swagger';
import { IsDefined, IsInt, IsString, Max, MaxLength, Min } from 'class-validator';
import {
  FromDigits,
  IsRequiredText,
  MayBeAbsent,
  notSpecified,
  notSupported,
} from '../../http/parameter-rules.js';
import { TranslateDto } from '../translate.dto.js';

/** UTF-16 code units: the longest sentences of statutes have a thousand. */
export const LONGEST_SENTENCE = 1500;
export const MOST_ALTERNATIVES = 10;
export const USUAL_ALTERNATIVES = 5;
const MAX_CODE_LENGTH = 20;

/** The body of POST /v2/translate/alternatives: what the sentence was translated with. */
export class AlternativesDto extends PickType(TranslateDto, [
  'target_lang',
  'formality',
  'model_type',
  'context',
  'custom_instructions',
  'style_id',
  'glossary_id',
  'glossary_ids',
  'translation_memory_id',
  'translation_memory_threshold',
  'placeholder_formats',
  'placeholder_patterns',
] as const) {
  @ApiProperty({
    maxLength: LONGEST_SENTENCE,
    description: 'A sentence.',
    example: 'The beautiful house.',
  })
  @MaxLength(LONGEST_SENTENCE, {
    message: `Parameter 'text' must be one sentence of at most ${String(LONGEST_SENTENCE)} characters.`,
  })
  @IsRequiredText('text')
  text!: string;

  @ApiProperty({ description: 'Language of the sentence.', example: 'EN' })
  @MaxLength(MAX_CODE_LENGTH, notSupported('source_lang'))
  @IsString(notSupported('source_lang'))
  @IsDefined(notSpecified('source_lang'))
  source_lang!: string;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: MOST_ALTERNATIVES,
    default: USUAL_ALTERNATIVES,
    description: 'Translations that are wished at most.',
  })
  @MayBeAbsent()
  @Max(MOST_ALTERNATIVES, notSupported('alternatives'))
  @Min(1, notSupported('alternatives'))
  @IsInt(notSupported('alternatives'))
  @FromDigits()
  alternatives?: number;
}

export class AlternativeDto {
  @ApiProperty({ example: 'La casa hermosa.' })
  text!: string;

  @ApiProperty({
    description: 'What wrote it: an engine, several joined by `+`, `memory` or `phrasebook`.',
    example: 'apertium',
  })
  engine!: string;

  @ApiPropertyOptional({ description: 'Of a memory: its segment.', format: 'uuid' })
  segment_id?: string;

  @ApiPropertyOptional({ description: 'Of a memory: the text whose translation it is.' })
  source?: string;

  @ApiPropertyOptional({
    type: 'integer',
    description: 'Of a memory: how like the sentence that text is, in percent.',
    example: 84,
  })
  score?: number;
}

export class AlternativesAnswerDto {
  @ApiProperty({ type: [AlternativeDto], description: 'The usual translation first.' })
  alternatives!: AlternativeDto[];
}

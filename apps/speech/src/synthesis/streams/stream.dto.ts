import { ApiPropertyOptional, ApiProperty } from '@nestjs/swagger';
import {
  IsOptional,
  IsBoolean,
  MaxLength,
  Matches,
  IsString,
  Length,
  IsLocale,
  ValidateNested,
  ArrayMaxSize,
  IsArray,
} from 'class-validator';
import { OutputFormat } from '../../audio/output-format.rules.js';
import { IsLanguage } from '../../languages/language.rules.js';
import { Type } from 'class-transformer';
import { applyDecorators } from '@nestjs/common';

/** Longer than any route allows: what is said about length is said by the domain, with the route's limit. */
export const MAX_INPUT_LENGTH = 1_000_000;

export const MAX_ID_LENGTH = 200;

/** Of a request. */
export const MAX_LEXICONS = 5;

/** The type stands last in each list of rules: class-validator checks them from the last, and the first that fails is told. */
export const TEXT = { message: 'must be a string' };

export const WELL_FORMED = /^(?:[^\ud800-\udfff]|[\ud800-\udbff][\udc00-\udfff])*$/;

export class SynthesisOptionsDto {
  @ApiPropertyOptional({ description: 'Brings the speech to -14 LUFS, peaks below -2 dBTP.' })
  @IsOptional()
  @IsBoolean()
  loudness_normalization?: boolean;

  @ApiPropertyOptional({
    default: true,
    description: 'Says abbreviations, currency, dates, times and units in full.',
  })
  @IsOptional()
  @IsBoolean()
  text_normalization?: boolean;
}

export class SpokenDto {
  @ApiProperty({ description: 'Text, or SSML in <speak>.', maxLength: 20_000 })
  @MaxLength(MAX_INPUT_LENGTH)
  @Matches(WELL_FORMED, { message: 'input has half of a surrogate pair' })
  @IsString(TEXT)
  input!: string;

  @ApiProperty({ maxLength: MAX_ID_LENGTH })
  @Length(1, MAX_ID_LENGTH)
  @IsString()
  voice_id!: string;
}

/** What the streams take. */
export class StreamDto extends SpokenDto {
  @ApiPropertyOptional({ default: 'simba-3.0', maxLength: MAX_ID_LENGTH })
  @IsOptional()
  @Length(1, MAX_ID_LENGTH)
  @IsString()
  model?: string;

  @OutputFormat()
  output_format?: string;

  @ApiPropertyOptional({ description: "BCP 47; the voice's own if absent.", example: 'en-US' })
  @IsOptional()
  @MaxLength(35)
  @IsLanguage()
  @IsLocale()
  language?: string;

  @ApiPropertyOptional({ type: SynthesisOptionsDto })
  @IsOptional()
  @ValidateNested()
  @Type(() => SynthesisOptionsDto)
  options?: SynthesisOptionsDto;

  @LexiconIds()
  lexicons?: string[];
}

export function LexiconIds() {
  return applyDecorators(
    ApiPropertyOptional({
      type: [String],
      maxItems: MAX_LEXICONS,
      description: 'Ids of lexicons; of two that have a word the first wins.',
    }),
    IsOptional(),
    ArrayMaxSize(MAX_LEXICONS),
    IsString({ each: true }),
    MaxLength(MAX_ID_LENGTH, { each: true }),
    IsArray(),
  );
}

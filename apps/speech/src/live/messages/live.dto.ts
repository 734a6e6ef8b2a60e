import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  Equals,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsOptional,
  IsString,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import { IsLanguage } from '../../languages/language.rules.js';
import { OutputFormat } from '../../audio/output-format.rules.js';

const MAX_ID_LENGTH = 200;
export const MAX_TEXT = 20_000;
const MAX_LEXICONS = 5;

/** No half of a surrogate pair. */
const WELL_FORMED = /^\P{Cs}*$/u;

export class LiveOptionsDto {
  @ApiPropertyOptional({
    default: true,
    description: 'Says abbreviations, currency, dates, times and units in full.',
  })
  @IsOptional()
  @IsBoolean()
  text_normalization?: boolean;
}

/** Begins a session. */
export class StartMessage {
  @ApiProperty({ enum: ['start'] })
  @Equals('start')
  type!: 'start';

  @ApiProperty({ example: 'george' })
  @Length(1, MAX_ID_LENGTH)
  @IsString()
  voice_id!: string;

  @ApiPropertyOptional({ default: 'simba-3.0' })
  @IsOptional()
  @Length(1, MAX_ID_LENGTH)
  @IsString()
  model?: string;

  @ApiPropertyOptional({ description: "BCP 47; the voice's own if absent.", example: 'en-US' })
  @IsOptional()
  @MaxLength(35)
  @IsLanguage()
  @IsString()
  language?: string;

  @ApiPropertyOptional({ type: [String], maxItems: MAX_LEXICONS })
  @IsOptional()
  @ArrayMaxSize(MAX_LEXICONS)
  @Length(1, MAX_ID_LENGTH, { each: true })
  @IsString({ each: true })
  @IsArray()
  lexicons?: string[];

  @OutputFormat()
  output_format?: string;

  @ApiPropertyOptional({ type: LiveOptionsDto })
  @IsOptional()
  @ValidateNested()
  @Type(() => LiveOptionsDto)
  options?: LiveOptionsDto;

  @ApiPropertyOptional({ minimum: 0.25, maximum: 4, description: 'Factor of the pace.' })
  @IsOptional()
  @Min(0.25)
  @Max(4)
  @IsNumber()
  speed?: number;

  @ApiPropertyOptional({
    minimum: 100,
    maximum: 10_000,
    default: 1000,
    description: 'Milliseconds that whole words wait for the end of their sentence.',
  })
  @IsOptional()
  @Min(100)
  @Max(10_000)
  @IsInt()
  max_wait_ms?: number;

  @ApiPropertyOptional({
    minimum: 5,
    maximum: 600,
    default: 60,
    description: 'Seconds without a message after which the session ends, unless it speaks.',
  })
  @IsOptional()
  @Min(5)
  @Max(600)
  @IsInt()
  inactivity_timeout?: number;
}

/** Goes on with a session on another connection. */
export class ResumeMessage {
  @ApiProperty({ enum: ['resume'] })
  @Equals('resume')
  type!: 'resume';

  @ApiProperty({ description: 'Of `started`.' })
  @Length(1, MAX_ID_LENGTH)
  @IsString()
  session!: string;

  @ApiProperty({ description: 'The `sequence` of the last message that came; 0 if none did.' })
  @Min(0)
  @IsInt()
  received!: number;
}

/** A message of a session that runs. */
export class RunningMessage {
  @ApiProperty({ enum: ['text', 'flush', 'clear', 'end'] })
  @IsIn(['text', 'flush', 'clear', 'end'], {
    message: 'type must be one of: text, flush, clear, end',
  })
  type!: 'text' | 'flush' | 'clear' | 'end';

  @ApiPropertyOptional({
    description:
      'Counts the messages of the session from 1; one that came already changes nothing.',
  })
  @IsOptional()
  @Min(1)
  @IsInt()
  sequence?: number;

  @ApiPropertyOptional({ maxLength: MAX_TEXT, description: 'Of `text`: what was written next.' })
  @IsOptional()
  @MaxLength(MAX_TEXT)
  @Matches(WELL_FORMED, { message: 'text has half of a surrogate pair' })
  @IsString()
  text?: string;
}

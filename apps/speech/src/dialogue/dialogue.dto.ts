import { SpokenDto, LexiconIds, MAX_ID_LENGTH } from '../synthesis/streams/stream.dto.js';
import { ApiPropertyOptional, ApiProperty } from '@nestjs/swagger';
import {
  IsOptional,
  Min,
  Max,
  IsInt,
  ArrayMinSize,
  ArrayMaxSize,
  ValidateNested,
  IsArray,
  Length,
  IsString,
  IsIn,
  MaxLength,
  IsLocale,
} from 'class-validator';
import { Type } from 'class-transformer';
import { Captions, CaptionsDto } from '../captions/captions.dto.js';
import { OutputFormat } from '../audio/output-format.rules.js';
import { CONTAINERS } from '../audio/audio-format.js';
import { IsLanguage } from '../languages/language.rules.js';

export class TurnDto extends SpokenDto {
  @ApiPropertyOptional({
    minimum: 0,
    maximum: 10_000,
    default: 250,
    description: 'Silence before it.',
  })
  @IsOptional()
  @Min(0)
  @Max(10_000)
  @IsInt()
  pause_ms?: number;
}

export const MAX_TURNS = 200;

/** Turns of several speakers. */
export class DialogueDto {
  @ApiProperty({ type: [TurnDto], minItems: 1, maxItems: MAX_TURNS })
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_TURNS)
  @ValidateNested({ each: true })
  @Type(() => TurnDto)
  @IsArray()
  turns!: TurnDto[];

  @Captions()
  captions?: CaptionsDto;

  @LexiconIds()
  lexicons?: string[];

  @ApiPropertyOptional({ default: 'simba-dialogue-1.0' })
  @IsOptional()
  @Length(1, MAX_ID_LENGTH)
  @IsString()
  model?: string;

  @OutputFormat()
  output_format?: string;

  @ApiPropertyOptional({ enum: CONTAINERS, default: 'wav' })
  @IsOptional()
  @IsIn(CONTAINERS)
  audio_format?: string;

  @ApiPropertyOptional({ example: 'en-US' })
  @IsOptional()
  @MaxLength(35)
  @IsLanguage()
  @IsLocale()
  language?: string;
}

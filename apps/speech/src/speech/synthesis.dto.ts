import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsLocale,
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
import { CONTAINERS } from '../audio/audio-format.js';
import { CAPTION_FORMATS, type CaptionFormat } from '../captions/captions.js';
import { IsLanguage } from '../languages/language.rules.js';
import { OutputFormat } from '../audio/output-format.rules.js';
import { IsVoiceReference } from '../synthesis/voice-reference.rules.js';

/** Longer than any route allows: what is said about length is said by the domain, with the route's limit. */
const MAX_INPUT_LENGTH = 1_000_000;
const MAX_ID_LENGTH = 200;
/** Of a request. */
const MAX_LEXICONS = 5;
/** The type stands last in each list of rules: class-validator checks them from the last, and the first that fails is told. */
const TEXT = { message: 'must be a string' };
const WELL_FORMED = /^(?:[^\ud800-\udfff]|[\ud800-\udbff][\udc00-\udfff])*$/;

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

export class CaptionsDto {
  @ApiProperty({ enum: CAPTION_FORMATS })
  @IsIn(CAPTION_FORMATS)
  format!: CaptionFormat;

  @ApiPropertyOptional({ description: 'Lights words as they are spoken; of SRT off by default.' })
  @IsOptional()
  @IsBoolean()
  highlight_words?: boolean;

  @ApiPropertyOptional({ minimum: 10, maximum: 200, default: 42 })
  @IsOptional()
  @Min(10)
  @Max(200)
  @IsInt()
  max_line_length?: number;

  @ApiPropertyOptional({ minimum: 1, maximum: 4, default: 2 })
  @IsOptional()
  @Min(1)
  @Max(4)
  @IsInt()
  max_lines?: number;
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

function LexiconIds() {
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

function Captions() {
  return applyDecorators(
    ApiPropertyOptional({ type: CaptionsDto, description: 'Captions of what is said.' }),
    IsOptional(),
    ValidateNested(),
    Type(() => CaptionsDto),
  );
}

/** What streams with marks take. */
export class EventStreamDto extends StreamDto {
  @Captions()
  captions?: CaptionsDto;
}

/** What `/v1/audio/speech` takes. */
export class SynthesisDto extends StreamDto {
  @ApiPropertyOptional({ enum: CONTAINERS, default: 'wav' })
  @IsOptional()
  @IsIn(CONTAINERS)
  audio_format?: string;

  @Captions()
  captions?: CaptionsDto;
}

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

const OPENAI_FORMATS = ['mp3', 'opus', 'aac', 'flac', 'wav', 'pcm'];

/** The body of OpenAI's `POST /v1/audio/speech`, which has the same path. */
export class OpenAiSpeechDto {
  @MaxLength(MAX_INPUT_LENGTH)
  @Matches(WELL_FORMED, { message: 'input has half of a surrogate pair' })
  @IsString(TEXT)
  input!: string;

  @IsVoiceReference()
  voice!: string | { readonly id: string };

  @IsOptional()
  @Length(1, MAX_ID_LENGTH)
  @IsString()
  model?: string;

  @IsOptional()
  @MaxLength(4096)
  @IsString()
  instructions?: string;

  @IsOptional()
  @IsIn(OPENAI_FORMATS)
  response_format?: string;

  @IsOptional()
  @Min(0.25)
  @Max(4)
  @IsNumber()
  speed?: number;

  @IsOptional()
  @IsIn(['sse', 'audio'])
  stream_format?: string;
}

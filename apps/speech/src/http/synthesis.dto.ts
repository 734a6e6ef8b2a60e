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
import { CONTAINERS, OUTPUT_FORMATS } from '../domain/audio/audio-format.js';

/** Longer than any route allows: what is said about length is said by the domain, with the route's limit. */
const MAX_INPUT_LENGTH = 1_000_000;
const MAX_ID_LENGTH = 200;
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
  @IsString(TEXT)
  @MaxLength(MAX_INPUT_LENGTH)
  @Matches(WELL_FORMED, { message: 'input has half of a surrogate pair' })
  input!: string;

  @ApiProperty({ maxLength: MAX_ID_LENGTH })
  @IsString()
  @Length(1, MAX_ID_LENGTH)
  voice_id!: string;
}

/** What the streams take. */
export class StreamDto extends SpokenDto {
  @ApiPropertyOptional({ default: 'simba-3.0', maxLength: MAX_ID_LENGTH })
  @IsOptional()
  @IsString()
  @Length(1, MAX_ID_LENGTH)
  model?: string;

  @ApiPropertyOptional({ enum: [...OUTPUT_FORMATS.keys()] })
  @IsOptional()
  @IsIn([...OUTPUT_FORMATS.keys()])
  output_format?: string;

  @ApiPropertyOptional({ description: "BCP 47; the voice's own if absent.", example: 'en-US' })
  @IsOptional()
  @IsLocale()
  @MaxLength(35)
  language?: string;

  @ApiPropertyOptional({ type: SynthesisOptionsDto })
  @IsOptional()
  @ValidateNested()
  @Type(() => SynthesisOptionsDto)
  options?: SynthesisOptionsDto;
}

/** What `/v1/audio/speech` takes. */
export class SynthesisDto extends StreamDto {
  @ApiPropertyOptional({ enum: CONTAINERS, default: 'wav' })
  @IsOptional()
  @IsIn(CONTAINERS)
  audio_format?: string;
}

export class TurnDto extends SpokenDto {
  @ApiPropertyOptional({
    minimum: 0,
    maximum: 10_000,
    default: 250,
    description: 'Silence before it.',
  })
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(10_000)
  pause_ms?: number;
}

export const MAX_TURNS = 200;

/** Turns of several speakers. */
export class DialogueDto {
  @ApiProperty({ type: [TurnDto], minItems: 1, maxItems: MAX_TURNS })
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_TURNS)
  @ValidateNested({ each: true })
  @Type(() => TurnDto)
  turns!: TurnDto[];

  @ApiPropertyOptional({ default: 'simba-dialogue-1.0' })
  @IsOptional()
  @IsString()
  @Length(1, MAX_ID_LENGTH)
  model?: string;

  @ApiPropertyOptional({ enum: [...OUTPUT_FORMATS.keys()] })
  @IsOptional()
  @IsIn([...OUTPUT_FORMATS.keys()])
  output_format?: string;

  @ApiPropertyOptional({ enum: CONTAINERS, default: 'wav' })
  @IsOptional()
  @IsIn(CONTAINERS)
  audio_format?: string;

  @ApiPropertyOptional({ example: 'en-US' })
  @IsOptional()
  @IsLocale()
  @MaxLength(35)
  language?: string;
}

const OPENAI_FORMATS = ['mp3', 'opus', 'aac', 'flac', 'wav', 'pcm'];

/** The body of OpenAI's `POST /v1/audio/speech`, which has the same path. */
export class OpenAiSpeechDto {
  @IsString(TEXT)
  @MaxLength(MAX_INPUT_LENGTH)
  @Matches(WELL_FORMED, { message: 'input has half of a surrogate pair' })
  input!: string;

  @IsString()
  @Length(1, MAX_ID_LENGTH)
  voice!: string;

  @IsOptional()
  @IsString()
  @Length(1, MAX_ID_LENGTH)
  model?: string;

  @IsOptional()
  @IsString()
  @MaxLength(4096)
  instructions?: string;

  @IsOptional()
  @IsIn(OPENAI_FORMATS)
  response_format?: string;

  @IsOptional()
  @IsNumber()
  @Min(0.25)
  @Max(4)
  speed?: number;

  @IsOptional()
  @IsIn(['sse', 'audio'])
  stream_format?: string;
}

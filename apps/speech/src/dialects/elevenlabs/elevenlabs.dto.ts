import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  Length,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import { ELEVENLABS_FORMATS } from '../../audio/audio-format.js';
import { IsLanguage } from '../../languages/language.rules.js';

const MAX_INPUT_LENGTH = 1_000_000;
const MAX_ID_LENGTH = 200;
const UNUSED = 'Taken, and of no use to the engines here.';

export class ElevenLabsSettingsDto {
  @ApiPropertyOptional({ minimum: 0.25, maximum: 4, description: 'Factor of the pace.' })
  @IsOptional()
  @Min(0.25)
  @Max(4)
  @IsNumber()
  speed?: number;

  @ApiPropertyOptional({ description: UNUSED })
  @IsOptional()
  @IsNumber()
  stability?: number;

  @ApiPropertyOptional({ description: UNUSED })
  @IsOptional()
  @IsNumber()
  similarity_boost?: number;

  @ApiPropertyOptional({ description: UNUSED })
  @IsOptional()
  @IsNumber()
  style?: number;

  @ApiPropertyOptional({ description: UNUSED })
  @IsOptional()
  @IsBoolean()
  use_speaker_boost?: boolean;
}

export class ElevenLabsLocatorDto {
  @ApiProperty({ description: 'Of a lexicon.' })
  @Length(1, MAX_ID_LENGTH)
  @IsString()
  pronunciation_dictionary_id!: string;

  @ApiPropertyOptional({ description: 'A lexicon has one version: the last.' })
  @IsOptional()
  @MaxLength(MAX_ID_LENGTH)
  @IsString()
  version_id?: string;
}

/** The body of ElevenLabs' text to speech. */
export class ElevenLabsSpeechDto {
  @ApiProperty({ description: 'Text, or SSML in <speak>.', maxLength: 20_000 })
  @MaxLength(MAX_INPUT_LENGTH)
  @IsString()
  text!: string;

  @ApiPropertyOptional({ description: 'Any: what speaks is decided by the voice.' })
  @IsOptional()
  @MaxLength(MAX_ID_LENGTH)
  @IsString()
  model_id?: string;

  @ApiPropertyOptional({ example: 'en' })
  @IsOptional()
  @MaxLength(35)
  @IsLanguage()
  @IsString()
  language_code?: string;

  @ApiPropertyOptional({ type: ElevenLabsSettingsDto })
  @IsOptional()
  @ValidateNested()
  @Type(() => ElevenLabsSettingsDto)
  voice_settings?: ElevenLabsSettingsDto;

  @ApiPropertyOptional({ type: [ElevenLabsLocatorDto], maxItems: 3 })
  @IsOptional()
  @ArrayMaxSize(3)
  @ValidateNested({ each: true })
  @Type(() => ElevenLabsLocatorDto)
  @IsArray()
  pronunciation_dictionary_locators?: ElevenLabsLocatorDto[];

  @ApiPropertyOptional({ enum: ['auto', 'on', 'off'], default: 'auto' })
  @IsOptional()
  @IsIn(['auto', 'on', 'off'])
  apply_text_normalization?: 'auto' | 'on' | 'off';

  @ApiPropertyOptional({ description: 'The same text gives the same sound anyway.' })
  @IsOptional()
  @IsInt()
  seed?: number;

  @ApiPropertyOptional({ description: UNUSED })
  @IsOptional()
  @MaxLength(MAX_INPUT_LENGTH)
  @IsString()
  previous_text?: string;

  @ApiPropertyOptional({ description: UNUSED })
  @IsOptional()
  @MaxLength(MAX_INPUT_LENGTH)
  @IsString()
  next_text?: string;

  @ApiPropertyOptional({ type: [String], description: UNUSED })
  @IsOptional()
  @ArrayMaxSize(3)
  @IsArray()
  previous_request_ids?: unknown[];

  @ApiPropertyOptional({ type: [String], description: UNUSED })
  @IsOptional()
  @ArrayMaxSize(3)
  @IsArray()
  next_request_ids?: unknown[];

  @ApiPropertyOptional({ description: UNUSED })
  @IsOptional()
  @IsBoolean()
  use_pvc_as_ivc?: boolean;

  @ApiPropertyOptional({ description: UNUSED })
  @IsOptional()
  @IsBoolean()
  apply_language_text_normalization?: boolean;

  @ApiPropertyOptional({ type: Object, description: UNUSED })
  @IsOptional()
  @IsObject()
  audio_effects?: object;
}

const FORMATS = [...ELEVENLABS_FORMATS.keys()];

export class ElevenLabsQuery {
  @ApiPropertyOptional({ enum: FORMATS, default: 'mp3_44100_128' })
  @IsOptional()
  @IsIn(FORMATS, { message: `output_format must be one of: ${FORMATS.join(', ')}` })
  output_format?: string;

  @ApiPropertyOptional({ description: UNUSED })
  @IsOptional()
  @IsString()
  enable_logging?: string;

  @ApiPropertyOptional({ description: UNUSED })
  @IsOptional()
  @IsString()
  optimize_streaming_latency?: string;
}

export class AlignmentDto {
  @ApiProperty({ type: [String] })
  characters!: readonly string[];

  @ApiProperty({ type: [Number] })
  character_start_times_seconds!: readonly number[];

  @ApiProperty({ type: [Number] })
  character_end_times_seconds!: readonly number[];
}

export class TimedAudioDto {
  @ApiProperty({ description: 'Base64.' })
  audio_base64!: string;

  @ApiProperty({ type: AlignmentDto, nullable: true })
  alignment!: AlignmentDto | null;

  @ApiProperty({ type: AlignmentDto, nullable: true, description: 'The same.' })
  normalized_alignment!: AlignmentDto | null;
}

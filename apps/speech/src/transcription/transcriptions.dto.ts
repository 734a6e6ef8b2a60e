import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsOptional, IsString, Length, Matches, MaxLength } from 'class-validator';
import { IsLanguage } from '../languages/language.rules.js';

const MAX_ID_LENGTH = 200;
export const TRANSCRIPT_FORMATS = ['json', 'text', 'verbose_json', 'srt', 'vtt'] as const;
export type TranscriptFormat = (typeof TRANSCRIPT_FORMATS)[number];
const GRANULARITIES = ['word', 'segment'];

/** The fields of OpenAI's form that are no files. */
export class TranscriptionFormDto {
  @ApiPropertyOptional({ description: 'Any: there is one recogniser.' })
  @IsOptional()
  @Length(1, MAX_ID_LENGTH)
  @IsString()
  model?: string;

  @ApiPropertyOptional({ example: 'en', description: 'Absent: the recogniser finds out.' })
  @IsOptional()
  @MaxLength(35)
  @IsLanguage()
  @IsString()
  language?: string;

  @ApiPropertyOptional({ enum: TRANSCRIPT_FORMATS, default: 'json' })
  @IsOptional()
  @IsIn(TRANSCRIPT_FORMATS)
  response_format?: TranscriptFormat;

  @ApiPropertyOptional({ description: 'Taken, and of no use to the recognisers here.' })
  @IsOptional()
  @MaxLength(4096)
  @IsString()
  prompt?: string;

  @ApiPropertyOptional({ description: 'The same.' })
  @IsOptional()
  @Matches(/^(0(\.\d+)?|1(\.0+)?)$/)
  @IsString()
  temperature?: string;

  @ApiPropertyOptional({
    enum: ['true', 'false'],
    default: 'false',
    description: 'Server-sent events: each stretch as it is heard. Up to an hour.',
  })
  @IsOptional()
  @IsIn(['true', 'false'])
  stream?: string;

  @ApiPropertyOptional({ description: 'Taken: it is cut at pauses anyway.' })
  @IsOptional()
  @MaxLength(1000)
  @IsString()
  chunking_strategy?: string;

  @ApiPropertyOptional({ description: 'Taken: the recognisers here tell no log probabilities.' })
  @IsOptional()
  include?: unknown;

  @ApiPropertyOptional({ enum: GRANULARITIES, isArray: true, description: 'Of verbose_json.' })
  @IsOptional()
  @Transform(({ value }: { value: unknown }) => [value].flat<unknown[]>())
  @IsIn(GRANULARITIES, { each: true })
  timestamp_granularities?: string[];
}

/** The same of translations, which are in English. */
export class TranslationFormDto {
  @ApiPropertyOptional({ description: 'Any: there is one recogniser.' })
  @IsOptional()
  @Length(1, MAX_ID_LENGTH)
  @IsString()
  model?: string;

  @ApiPropertyOptional({ enum: TRANSCRIPT_FORMATS, default: 'json' })
  @IsOptional()
  @IsIn(TRANSCRIPT_FORMATS)
  response_format?: TranscriptFormat;

  @ApiPropertyOptional({ description: 'Taken, and of no use to the recognisers here.' })
  @IsOptional()
  @MaxLength(4096)
  @IsString()
  prompt?: string;

  @ApiPropertyOptional({ description: 'The same.' })
  @IsOptional()
  @Matches(/^(0(\.\d+)?|1(\.0+)?)$/)
  @IsString()
  temperature?: string;
}

const FILE = {
  type: 'string',
  format: 'binary',
  description:
    'WAV, MP3, FLAC, Ogg, M4A or WebM; up to 25 MB and five minutes, an hour with stream=true.',
} as const;

export class CreateTranslationDto extends TranslationFormDto {
  @ApiProperty(FILE)
  file!: unknown;
}

/** The form as clients see it. */
export class CreateTranscriptionDto extends TranscriptionFormDto {
  @ApiProperty(FILE)
  file!: unknown;
}

export class HeardDurationDto {
  @ApiProperty({ enum: ['duration'] })
  type!: string;

  @ApiProperty()
  seconds!: number;
}

export class TranscriptionDto {
  @ApiProperty()
  text!: string;

  @ApiProperty({ type: HeardDurationDto })
  usage!: HeardDurationDto;
}

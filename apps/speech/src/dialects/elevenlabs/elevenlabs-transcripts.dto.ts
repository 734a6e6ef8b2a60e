import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, Length, MaxLength } from 'class-validator';
import { IsLanguage } from '../../languages/language.rules.js';

const UNUSED = 'Taken, and of no use to the recognisers here.';
const MAX_LENGTH = 2000;

const Unused = () =>
  applyDecorators(
    ApiPropertyOptional({ type: String, description: UNUSED }),
    IsOptional(),
    MaxLength(MAX_LENGTH),
    IsString(),
  );

/** What is not done here: who asks for it is told so, instead of getting something else. */
const NotHere = (what: string) =>
  applyDecorators(
    ApiPropertyOptional({ enum: ['false'], description: `Not supported: ${what}.` }),
    IsOptional(),
    IsIn(['false'], { message: `Not supported here: ${what}.` }),
  );

/** The fields of ElevenLabs' form that are no files. */
export class SpeechToTextFieldsDto {
  @ApiProperty({ description: 'Any: there is one recogniser.', example: 'scribe_v1' })
  @Length(1, 200)
  @IsString()
  model_id!: string;

  @ApiPropertyOptional({ example: 'en', description: 'Absent: the recogniser finds out.' })
  @IsOptional()
  @MaxLength(35)
  @IsLanguage()
  @IsString()
  language_code?: string;

  @ApiPropertyOptional({ enum: ['none', 'word'], default: 'word' })
  @IsOptional()
  @IsIn(['none', 'word'], { message: 'timestamps_granularity must be none or word here.' })
  timestamps_granularity?: string;

  @ApiPropertyOptional({ enum: ['pcm_s16le_16', 'other'], default: 'other' })
  @IsOptional()
  @IsIn(['pcm_s16le_16', 'other'])
  file_format?: string;

  @NotHere('telling speakers apart')
  diarize?: string;

  @NotHere('channels apart')
  use_multi_channel?: string;

  @NotHere('webhooks of transcripts')
  webhook?: string;

  @NotHere('roles of speakers')
  detect_speaker_roles?: string;

  @Unused()
  tag_audio_events?: string;

  @Unused()
  num_speakers?: string;

  @Unused()
  diarization_threshold?: string;

  @Unused()
  temperature?: string;

  @Unused()
  seed?: string;

  @Unused()
  no_verbatim?: string;

  @Unused()
  use_speaker_library?: string;

  @Unused()
  multichannel_output_style?: string;

  @ApiPropertyOptional({ type: [String], description: UNUSED })
  @IsOptional()
  keyterms?: unknown;
}

/** The form as clients see it. */
export class SpeechToTextFormDto extends SpeechToTextFieldsDto {
  @ApiProperty({
    type: 'string',
    format: 'binary',
    description: 'WAV, MP3, FLAC, Ogg, M4A or WebM, or raw samples; up to 25 MB and five minutes.',
  })
  file!: unknown;
}

export class SpeechToTextQuery {
  @Unused()
  enable_logging?: string;
}

export class TranscriptWordDto {
  @ApiProperty()
  text!: string;

  @ApiProperty()
  start!: number;

  @ApiProperty()
  end!: number;

  @ApiProperty({ enum: ['word', 'spacing'] })
  type!: string;

  @ApiProperty({ description: 'Always 0: the recognisers here tell none.' })
  logprob!: number;
}

export class ElevenLabsTranscriptDto {
  @ApiProperty({ description: 'What was heard or asked for; `und` where neither is known.' })
  language_code!: string;

  @ApiProperty({ description: '1 where it was asked for, else 0: the recognisers tell none.' })
  language_probability!: number;

  @ApiProperty()
  text!: string;

  @ApiProperty({
    type: [TranscriptWordDto],
    description: 'Empty where the recogniser tells no times.',
  })
  words!: TranscriptWordDto[];

  @ApiProperty()
  audio_duration_secs!: number;
}

import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { WordMarkDto } from '../marks/word-mark.dto.js';

export class SpeechMarksDto {
  @ApiProperty({ enum: ['sentence'] })
  type!: string;

  @ApiProperty()
  start!: number;

  @ApiProperty()
  end!: number;

  @ApiProperty()
  start_time!: number;

  @ApiProperty()
  end_time!: number;

  @ApiProperty()
  value!: string;

  @ApiProperty({ type: [WordMarkDto] })
  chunks!: WordMarkDto[];
}

export class SpeechDto {
  @ApiProperty({ description: 'Base64.' })
  audio_data!: string;

  @ApiProperty({
    description: 'The container, or the `output_format` as it was encoded.',
    example: 'mp3',
  })
  audio_format!: string;

  @ApiProperty()
  billable_characters_count!: number;

  @ApiProperty({ type: SpeechMarksDto })
  speech_marks!: SpeechMarksDto;

  @ApiPropertyOptional({ description: 'The caption file that was asked for.' })
  captions?: string;

  @ApiPropertyOptional({
    description: 'Of a cloned voice: who made this file, and with what consent; a JWS.',
  })
  provenance_manifest?: string;
}

export class ModelDto {
  @ApiProperty()
  id!: string;

  @ApiProperty()
  name!: string;

  @ApiProperty()
  default!: boolean;

  @ApiProperty()
  recommended!: boolean;

  @ApiProperty()
  deprecated!: boolean;

  @ApiProperty()
  description!: string;

  @ApiProperty({ type: [String], description: 'BCP 47.' })
  languages!: readonly string[];

  @ApiProperty({ type: [String] })
  endpoints!: readonly string[];

  @ApiProperty({
    description: 'Whether it takes some of the shared voices only: those whose `models` name it.',
  })
  curated_voices!: boolean;

  @ApiProperty()
  english_voices_only!: boolean;
}

export class ModelsDto {
  @ApiProperty({ type: [ModelDto] })
  models!: ModelDto[];

  @ApiProperty({ type: [ModelDto] })
  dialogue_models!: ModelDto[];
}

import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  Equals,
  IsBase64,
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { IsLanguage } from '../../languages/language.rules.js';
import { ResumeMessage } from '../../live/messages/live.dto.js';
import { SAMPLE_RATES } from '../sample-input.js';

/** Of a frame, in Base64. */
const MAX_AUDIO = 256 * 1024;

/** Begins a live transcription. */
export class ListenStartMessage {
  @ApiProperty({ enum: ['start'] })
  @Equals('start')
  type!: 'start';

  @ApiPropertyOptional({
    description: 'BCP 47; the recogniser finds out if absent.',
    example: 'en-US',
  })
  @IsOptional()
  @MaxLength(35)
  @IsLanguage()
  @IsString()
  language?: string;

  @ApiPropertyOptional({
    enum: SAMPLE_RATES,
    default: 16_000,
    description: 'Samples a second of what is sent: mono, 16 bits, little-endian.',
  })
  @IsOptional()
  @IsIn(SAMPLE_RATES, { message: `sample_rate must be one of: ${SAMPLE_RATES.join(', ')}` })
  sample_rate?: number;

  @ApiPropertyOptional({
    default: true,
    description: 'Whether words are told while somebody speaks.',
  })
  @IsOptional()
  @IsBoolean()
  interim_results?: boolean;

  @ApiPropertyOptional({
    minimum: 5,
    maximum: 600,
    default: 60,
    description: 'Seconds without a message after which the session ends.',
  })
  @IsOptional()
  @Min(5)
  @Max(600)
  @IsInt()
  inactivity_timeout?: number;
}

/** Goes on with a live transcription on another connection. */
export class ListenResumeMessage extends ResumeMessage {}

/** A message of a live transcription that runs; sound may be sent in binary frames instead. */
export class ListenRunningMessage {
  @ApiProperty({
    enum: ['audio', 'commit', 'end'],
    description: '`commit` ends what is being said, `end` the session.',
  })
  @IsIn(['audio', 'commit', 'end'], { message: 'type must be one of: audio, commit, end' })
  type!: 'audio' | 'commit' | 'end';

  @ApiPropertyOptional({ description: 'Of `audio`: what was said next, in Base64.' })
  @IsOptional()
  @MaxLength(MAX_AUDIO)
  @IsBase64()
  audio?: string;
}

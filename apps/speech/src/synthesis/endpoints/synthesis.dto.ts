import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { CONTAINERS } from '../../audio/audio-format.js';
import { StreamDto } from '../streams/stream.dto.js';
import { CaptionsDto, Captions } from '../../captions/captions.dto.js';

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

import {
  MaxLength,
  Matches,
  IsString,
  IsOptional,
  Length,
  IsIn,
  Min,
  Max,
  IsNumber,
} from 'class-validator';
import {
  MAX_INPUT_LENGTH,
  WELL_FORMED,
  TEXT,
  MAX_ID_LENGTH,
} from '../../synthesis/streams/stream.dto.js';
import { IsVoiceReference } from '../../synthesis/voice-reference.rules.js';

export const OPENAI_FORMATS = ['mp3', 'opus', 'aac', 'flac', 'wav', 'pcm'];

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

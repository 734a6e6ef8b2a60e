import { WordMarkDto } from '../synthesis/marks/word-mark.dto.js';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

export class DialogueMarkDto extends WordMarkDto {
  @ApiProperty({ description: 'From 0; the offsets are of its input.' })
  turn!: number;

  @ApiProperty()
  voice_id!: string;
}

export class DialogueSpeechDto {
  @ApiProperty({ description: 'Base64.' })
  audio_data!: string;

  @ApiProperty({ example: 'mp3' })
  audio_format!: string;

  @ApiProperty()
  billable_characters_count!: number;

  @ApiProperty()
  audio_duration_ms!: number;

  @ApiProperty({ type: [DialogueMarkDto] })
  speech_marks!: DialogueMarkDto[];

  @ApiPropertyOptional({ description: 'The caption file that was asked for.' })
  captions?: string;
}

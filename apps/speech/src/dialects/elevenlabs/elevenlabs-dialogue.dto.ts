import { ApiProperty, ApiPropertyOptional, OmitType } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsObject,
  IsOptional,
  IsString,
  Length,
  MaxLength,
  ValidateNested,
} from 'class-validator';
import { MAX_TURNS } from '../../dialogue/dialogue.dto.js';
import { ElevenLabsSpeechDto, TimedAudioDto } from './elevenlabs.dto.js';

const MAX_INPUT_LENGTH = 1_000_000;

export class DialogueInputDto {
  @ApiProperty()
  @MaxLength(MAX_INPUT_LENGTH)
  @IsString()
  text!: string;

  @ApiProperty({ example: 'george' })
  @Length(1, 200)
  @IsString()
  voice_id!: string;
}

/** The body of ElevenLabs' text to dialogue. */
export class ElevenLabsDialogueDto extends OmitType(ElevenLabsSpeechDto, [
  'text',
  'voice_settings',
] as const) {
  @ApiProperty({ type: [DialogueInputDto], minItems: 1, maxItems: MAX_TURNS })
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_TURNS)
  @ValidateNested({ each: true })
  @Type(() => DialogueInputDto)
  @IsArray()
  inputs!: DialogueInputDto[];

  @ApiPropertyOptional({ type: Object, description: 'Taken, and of no use to the engines here.' })
  @IsOptional()
  @IsObject()
  settings?: object;

  @ApiPropertyOptional({ description: 'Taken, and of no use to the engines here.' })
  @IsOptional()
  @MaxLength(MAX_INPUT_LENGTH)
  @IsString()
  future_text?: string;
}

export class VoiceSegmentDto {
  @ApiProperty()
  voice_id!: string;

  @ApiProperty()
  start_time_seconds!: number;

  @ApiProperty()
  end_time_seconds!: number;

  @ApiProperty({ description: 'In the characters of all inputs.' })
  character_start_index!: number;

  @ApiProperty()
  character_end_index!: number;

  @ApiProperty({ description: 'From 0.' })
  dialogue_input_index!: number;
}

export class TimedDialogueDto extends TimedAudioDto {
  @ApiProperty({ type: [VoiceSegmentDto] })
  voice_segments!: VoiceSegmentDto[];
}

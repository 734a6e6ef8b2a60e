import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsDefined, IsInt, IsString, Max, MaxLength, Min } from 'class-validator';
import {
  FromDigits,
  IsStoredText,
  MayBeAbsent,
  notSpecified,
  notSupported,
} from '../http/parameter-rules.js';
import { SegmentDto } from './translation-memories.dto.js';

const LONGEST_TEXT = 200;
const MAX_CODE_LENGTH = 20;
const MAX_CURSOR_LENGTH = 200;
const MOST = 100;
export const USUAL_FINDINGS = 25;

/** Words that are looked for in all memories. */
export class ConcordanceQuery {
  @ApiProperty({ description: 'Words, at most ten.', example: 'big house' })
  @IsStoredText('text', { longest: LONGEST_TEXT })
  @IsDefined(notSpecified('text'))
  text!: string;

  @ApiPropertyOptional({ description: 'Of the memories that are searched.', example: 'en' })
  @MayBeAbsent()
  @MaxLength(MAX_CODE_LENGTH, notSupported('source_language'))
  @IsString(notSupported('source_language'))
  source_language?: string;

  @ApiPropertyOptional({ description: 'The same.', example: 'es' })
  @MayBeAbsent()
  @MaxLength(MAX_CODE_LENGTH, notSupported('target_language'))
  @IsString(notSupported('target_language'))
  target_language?: string;

  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: MOST, default: USUAL_FINDINGS })
  @MayBeAbsent()
  @FromDigits()
  @Max(MOST, notSupported('page_size'))
  @Min(1, notSupported('page_size'))
  @IsInt(notSupported('page_size'))
  page_size?: number;

  @ApiPropertyOptional({ description: '`next_page_cursor` of the page before.' })
  @MayBeAbsent()
  @MaxLength(MAX_CURSOR_LENGTH, notSupported('page_cursor'))
  @IsString(notSupported('page_cursor'))
  page_cursor?: string;
}

/** A segment and the memory that holds it. */
class FoundSegmentDto extends SegmentDto {
  @ApiProperty({ format: 'uuid', example: '559192ed-8e23-4f1c-9a5e-0e5d0c2bd0a7' })
  translation_memory_id!: string;

  @ApiProperty({ description: 'Name of the memory.', example: 'Legal' })
  name!: string;

  @ApiProperty({ example: 'en' })
  source_language!: string;
}

export class ConcordanceDto {
  @ApiProperty({ type: [FoundSegmentDto] })
  segments!: FoundSegmentDto[];

  @ApiPropertyOptional({
    description:
      'Absent when all is searched. A page may have fewer segments than were asked for: a request looks at 50,000 at most.',
  })
  next_page_cursor?: string;
}

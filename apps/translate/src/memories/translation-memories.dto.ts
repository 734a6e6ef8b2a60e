import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayNotEmpty,
  IsArray,
  IsDefined,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsString,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateBy,
  ValidateNested,
} from 'class-validator';
import { parseLanguage, type LanguageTag } from '../languages/language.js';
import { MAX_SEGMENT_LENGTH } from './tmx.js';
import {
  FromDigits,
  IsStoredText,
  MayBeAbsent,
  notSpecified,
  notSupported,
} from '../http/parameter-rules.js';

const MAX_NAME_LENGTH = 1024;
const MAX_SEGMENT_PAGE_SIZE = 100;
const MAX_CORRECTIONS = 1000;
/** Up to 1,000 segments of 10,000 characters each. */
export const MAX_CORRECTIONS_BYTES = 32 * 1024 * 1024;

export class SegmentsQuery {
  @ApiPropertyOptional({ description: 'Of the page before.' })
  @MayBeAbsent()
  @MaxLength(100, notSupported('page_cursor'))
  @IsString(notSupported('page_cursor'))
  page_cursor?: string;

  @ApiPropertyOptional({ type: 'integer', default: 50, minimum: 1, maximum: MAX_SEGMENT_PAGE_SIZE })
  @MayBeAbsent()
  @FromDigits()
  @Max(MAX_SEGMENT_PAGE_SIZE, notSupported('page_size'))
  @Min(1, notSupported('page_size'))
  @IsInt(notSupported('page_size'))
  page_size?: number;

  @ApiPropertyOptional({ description: 'A part of the source or of a target text.', minLength: 2 })
  @MayBeAbsent()
  @IsStoredText('filter_text', { longest: 1000 })
  @MinLength(2, notSupported('filter_text'))
  filter_text?: string;

  @ApiPropertyOptional({ enum: ['true', 'false'], default: 'false' })
  @MayBeAbsent()
  @IsIn(['true', 'false'], notSupported('filter_case_sensitive'))
  filter_case_sensitive?: string;
}

export class NameQuery {
  @ApiPropertyOptional({ description: 'Name of the new memory.', example: 'Legal' })
  @MayBeAbsent()
  @IsStoredText('name', { longest: MAX_NAME_LENGTH })
  @IsNotEmpty(notSupported('name'))
  name?: string;
}

class SegmentCorrectionDto {
  @ApiProperty({ example: 'The house is big.' })
  @IsStoredText('source_text', { longest: MAX_SEGMENT_LENGTH })
  @IsNotEmpty(notSpecified('source_text'))
  @IsDefined(notSpecified('source_text'))
  source_text!: string;

  @ApiProperty({ example: 'es' })
  @Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' ? (parseLanguage(value) ?? value) : value,
  )
  @ValidateBy(
    {
      name: 'isLanguage',
      validator: {
        validate: (value: unknown) =>
          typeof value === 'string' && parseLanguage(value) !== undefined,
      },
    },
    notSupported('target_language'),
  )
  @IsDefined(notSpecified('target_language'))
  target_language!: LanguageTag;

  @ApiProperty({ example: 'La casa es grande.' })
  @IsStoredText('target_text', { longest: MAX_SEGMENT_LENGTH })
  @IsNotEmpty(notSpecified('target_text'))
  @IsDefined(notSpecified('target_text'))
  target_text!: string;
}

export class ChangeMemoryDto extends NameQuery {
  @ApiPropertyOptional({
    type: [SegmentCorrectionDto],
    description: 'Segments to add; those with a known source and language are replaced.',
  })
  @MayBeAbsent()
  @Type(() => SegmentCorrectionDto)
  @ValidateNested({ each: true, ...notSupported('segments') })
  @ArrayMaxSize(MAX_CORRECTIONS, notSupported('segments'))
  @ArrayNotEmpty(notSupported('segments'))
  @IsArray(notSupported('segments'))
  segments?: SegmentCorrectionDto[];
}

class SourceFileDto {
  @ApiProperty({ example: 'legal.tmx' })
  @IsStoredText('source_file.file_name', { longest: MAX_NAME_LENGTH })
  @IsNotEmpty(notSpecified('source_file.file_name'))
  @IsDefined(notSpecified('source_file.file_name'))
  file_name!: string;

  @ApiProperty({ type: 'integer', description: 'Bytes of the file.', example: 1048576 })
  @Min(1, notSupported('source_file.content_length'))
  @IsInt(notSupported('source_file.content_length'))
  @IsDefined(notSpecified('source_file.content_length'))
  content_length!: number;

  @ApiPropertyOptional({ example: 'application/xml' })
  @MayBeAbsent()
  @IsStoredText('source_file.content_type', { longest: 200 })
  content_type?: string;
}

class ImportParametersDto {
  @ApiPropertyOptional({ example: 'Legal' })
  @MayBeAbsent()
  @IsStoredText('parameters.display_name', { longest: MAX_NAME_LENGTH })
  display_name?: string;
}

export class ImportDto {
  @ApiProperty({ type: SourceFileDto })
  @Type(() => SourceFileDto)
  @ValidateNested()
  @IsDefined(notSpecified('source_file'))
  source_file!: SourceFileDto;

  @ApiPropertyOptional({ type: ImportParametersDto })
  @MayBeAbsent()
  @Type(() => ImportParametersDto)
  @ValidateNested()
  parameters?: ImportParametersDto;
}

export class MemoryDto {
  @ApiProperty({ format: 'uuid', example: '559192ed-8e23-4f1c-9a5e-0e5d0c2bd0a7' })
  translation_memory_id!: string;

  @ApiProperty({ example: 'Legal' })
  name!: string;

  @ApiProperty({ example: 'en' })
  source_language!: string;

  @ApiProperty({ type: [String], example: ['es', 'en-gb'] })
  target_languages!: string[];

  @ApiProperty({ type: 'integer', example: 1200 })
  segment_count!: number;

  @ApiProperty({ format: 'date-time', example: '2026-11-24T10:00:00.000Z' })
  creation_time!: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-24T10:00:00.000Z' })
  updated_time!: string;
}

export class ImportedMemoryDto extends MemoryDto {
  @ApiProperty({
    type: 'integer',
    description: 'Units without a source or a translation.',
    example: 2,
  })
  skipped_segment_count!: number;
}

export class MemoriesDto {
  @ApiProperty({ type: [MemoryDto] })
  translation_memories!: MemoryDto[];

  @ApiProperty({ type: 'integer', example: 3 })
  total_count!: number;
}

class TargetSegmentDto {
  @ApiProperty({ format: 'uuid', example: '559192ed-8e23-4f1c-9a5e-0e5d0c2bd0a7' })
  target_segment_id!: string;

  @ApiProperty({ example: 'es' })
  target_language!: string;

  @ApiProperty({ example: 'La casa es grande.' })
  target_text!: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-24T10:00:00.000Z' })
  creation_time!: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-24T10:00:00.000Z' })
  updated_time!: string;
}

export class SegmentDto {
  @ApiProperty({ format: 'uuid', example: '559192ed-8e23-4f1c-9a5e-0e5d0c2bd0a7' })
  source_segment_id!: string;

  @ApiProperty({ example: 'The house is big.' })
  source_text!: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-24T10:00:00.000Z' })
  creation_time!: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-24T10:00:00.000Z' })
  updated_time!: string;

  @ApiProperty({ type: [TargetSegmentDto] })
  targets!: TargetSegmentDto[];
}

export class SegmentsDto {
  @ApiProperty({ type: [SegmentDto] })
  segments!: SegmentDto[];

  @ApiProperty({
    type: 'integer',
    description: 'Of the whole memory, whatever the filter.',
    example: 1200,
  })
  segment_count!: number;

  @ApiPropertyOptional({ description: 'Absent on the last page.', example: 'eyJhIjoxfQ' })
  next_page_cursor?: string;
}

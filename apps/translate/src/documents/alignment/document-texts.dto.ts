import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsInt, IsUUID, Max, MaxLength, Min } from 'class-validator';
import { IsRequiredText, MayBeAbsent, notSupported } from '../../http/parameter-rules.js';
import { DocumentKeyDto } from '../documents.dto.js';

const MOST_TEXTS = 500;
export const USUAL_TEXTS = 100;
/** Units have at most 200,000 UTF-16 code units, marks included. */
const LONGEST_TARGET = 200_000;
const MOST_UNITS = 500_000;

const ORIGINS = ['translation', 'correction', 'draft'] as const;

const MARKS = 'Words with the marks `g` and `x` of an alignment.';

/** Which texts of a document are wanted. */
export class TextsQueryDto extends DocumentKeyDto {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    default: 0,
    description: '`next_page` of the page before.',
  })
  @MayBeAbsent()
  @Max(MOST_UNITS, notSupported('page'))
  @Min(0, notSupported('page'))
  @IsInt(notSupported('page'))
  page?: number;

  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: MOST_TEXTS, default: USUAL_TEXTS })
  @MayBeAbsent()
  @Max(MOST_TEXTS, notSupported('page_size'))
  @Min(1, notSupported('page_size'))
  @IsInt(notSupported('page_size'))
  page_size?: number;
}

/** A text as somebody writes it. */
export class DraftDto extends DocumentKeyDto {
  @ApiProperty({
    maxLength: LONGEST_TARGET,
    description: MARKS,
    example: 'La <g id="1">gran</g> casa.',
  })
  @MaxLength(LONGEST_TARGET, notSupported('target'))
  @IsRequiredText('target')
  target!: string;

  @ApiProperty({
    maxLength: LONGEST_TARGET,
    description: 'The translation that was there when they began: 409 where it is another one now.',
    example: 'La <g id="1">grande</g> casa.',
  })
  @MaxLength(LONGEST_TARGET, notSupported('base'))
  @IsRequiredText('base')
  base!: string;
}

/** What ends the editing of a document. */
export class FinishTextsDto extends DocumentKeyDto {
  @ApiPropertyOptional({
    format: 'uuid',
    description: 'A translation memory that learns the translations which were changed.',
  })
  @MayBeAbsent()
  @IsUUID(undefined, notSupported('translation_memory_id'))
  translation_memory_id?: string;
}

class WantedTermDto {
  @ApiProperty({ example: 'house' })
  source!: string;

  @ApiProperty({ example: 'vivienda' })
  target!: string;
}

class EditableTextDto {
  @ApiProperty({ example: '4-1' })
  text_id!: string;

  @ApiProperty({ description: MARKS, example: 'The <g id="1">big</g> house.' })
  source!: string;

  @ApiProperty({ description: MARKS, example: 'La <g id="1">grande</g> casa.' })
  target!: string;

  @ApiProperty({
    enum: ORIGINS,
    description: 'A draft is not in the document yet.',
  })
  origin!: (typeof ORIGINS)[number];

  @ApiProperty({
    type: [WantedTermDto],
    description: "Terms of the document's glossaries that stand in the source.",
  })
  terms!: WantedTermDto[];
}

export class EditableTextsDto {
  @ApiProperty({
    description: 'Language of the document, detected where it was not named.',
    example: 'EN',
  })
  source_lang!: string;

  @ApiProperty({ type: [EditableTextDto] })
  texts!: EditableTextDto[];

  @ApiPropertyOptional({ type: 'integer', description: 'Absent on the last page.', example: 117 })
  next_page?: number;
}

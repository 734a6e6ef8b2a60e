import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsLocale, IsOptional, IsString, Length, MaxLength } from 'class-validator';
import { DOCUMENT_KINDS, type DocumentKind } from '../domain/books/book-text.js';
import { IsLanguage } from './language-rules.js';

const MAX_ID_LENGTH = 200;

/** The fields of the form that are no files. */
export class BookFormDto {
  @ApiProperty({ maxLength: MAX_ID_LENGTH })
  @Length(1, MAX_ID_LENGTH)
  @IsString()
  voice_id!: string;

  @ApiPropertyOptional({ default: 'simba-3.0' })
  @IsOptional()
  @Length(1, MAX_ID_LENGTH)
  @IsString()
  model?: string;

  @ApiPropertyOptional({ description: "BCP 47; the voice's own if absent.", example: 'en-US' })
  @IsOptional()
  @MaxLength(35)
  @IsLanguage()
  @IsLocale()
  language?: string;

  @ApiPropertyOptional({ description: 'Where the document names none; else the name of the file.' })
  @IsOptional()
  @Length(1, MAX_ID_LENGTH)
  @IsString()
  title?: string;

  @ApiPropertyOptional({
    enum: DOCUMENT_KINDS,
    description: 'Told by the first bytes and the name of the file if absent.',
  })
  @IsOptional()
  @IsIn(DOCUMENT_KINDS)
  kind?: DocumentKind;
}

/** The form as clients see it. */
export class CreateBookDto extends BookFormDto {
  @ApiProperty({
    type: 'string',
    format: 'binary',
    description: 'EPUB, HTML, Markdown or text; up to 25 MB and 1,000,000 characters.',
  })
  document!: unknown;
}

export class BookChapterDto {
  @ApiProperty()
  title!: string;

  @ApiPropertyOptional({ description: 'Of what is spoken of it.' })
  start_ms?: number;

  @ApiPropertyOptional()
  end_ms?: number;
}

export class BookErrorDto {
  @ApiProperty()
  code!: string;

  @ApiProperty()
  message!: string;
}

export class BookDto {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  @ApiProperty()
  title!: string;

  @ApiProperty({ enum: ['queued', 'running', 'complete', 'failed'] })
  state!: string;

  @ApiProperty()
  voice_id!: string;

  @ApiProperty({ description: 'Of the whole book.' })
  characters!: number;

  @ApiProperty({ description: 'Of what is spoken so far.' })
  characters_done!: number;

  @ApiProperty()
  audio_duration_ms!: number;

  @ApiProperty({ type: [BookChapterDto] })
  chapters!: BookChapterDto[];

  @ApiProperty({ format: 'date-time' })
  created_at!: string;

  @ApiPropertyOptional({ type: BookErrorDto })
  error?: BookErrorDto;
}

export class BookListDto {
  @ApiProperty({ type: [BookDto], description: 'The newest first, at most 100, without times.' })
  books!: BookDto[];
}

import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsLocale, IsOptional, IsString, IsUrl, Length, MaxLength } from 'class-validator';
import { BOOK_FORMATS, type BookFormatName } from './files/book-format.js';
import { DOCUMENT_KINDS, type DocumentKind } from './documents/book-text.js';
import { IsLanguage } from '../languages/language.rules.js';

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

  @ApiPropertyOptional({
    enum: BOOK_FORMATS,
    default: 'mp3',
    description: 'Of the recording: MP3 with chapters of ID3, or M4B (AAC) with its own.',
  })
  @IsOptional()
  @IsIn(BOOK_FORMATS)
  audio_format?: BookFormatName;

  @ApiPropertyOptional({
    description:
      'An https address that is told when the book is complete or has failed, signed by Standard Webhooks.',
    example: 'https://app.example.org/hooks/books',
    maxLength: 2000,
  })
  @IsOptional()
  @MaxLength(2000)
  @IsUrl({ protocols: ['https', 'http'], require_protocol: true, require_tld: false })
  webhook_url?: string;
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

export class BookWebhookDto {
  @ApiProperty()
  url!: string;

  @ApiProperty({
    enum: ['waiting', 'delivered', 'failed'],
    description: '`waiting` before the end of the book, and between attempts.',
  })
  state!: string;

  @ApiProperty()
  attempts!: number;

  @ApiPropertyOptional({ description: 'What the last attempt was answered.' })
  last_status?: number;

  @ApiPropertyOptional({ description: 'Why the last attempt was not answered.' })
  last_error?: string;

  @ApiPropertyOptional({ description: 'Told once, when the book is made: `whsec_` and Base64.' })
  secret?: string;
}

export class BookDto {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  @ApiProperty()
  title!: string;

  @ApiPropertyOptional({ description: 'As an EPUB tells.' })
  author?: string;

  @ApiProperty({ enum: BOOK_FORMATS })
  audio_format!: string;

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

  @ApiPropertyOptional({ type: BookWebhookDto })
  webhook?: BookWebhookDto;
}

export class BookListDto {
  @ApiProperty({ type: [BookDto], description: 'The newest first, at most 100, without times.' })
  books!: BookDto[];
}

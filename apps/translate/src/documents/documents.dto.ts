import { ApiProperty, ApiPropertyOptional, PickType } from '@nestjs/swagger';
import { IsDefined, IsUUID, Matches, MaxLength } from 'class-validator';
import {
  IsFlag,
  IsStoredText,
  MayBeAbsent,
  notSpecified,
  notSupported,
} from '../http/parameter-rules.js';
import { TranslateDto } from '../translation/translate.dto.js';
import { TakesExtras } from '../http/extra-parameters.js';
import { PLACEHOLDER_FORMATS, type PlaceholderFormat } from '../text/placeholder-formats.js';
import { MAX_NAME_LENGTH } from './uploads/upload.js';

const MAX_EXTENSION_LENGTH = 10;

const DOCUMENT_KEY = /^[0-9a-f]{64}$/i;

const STATUSES = ['queued', 'translating', 'done', 'error'] as const;

/** The fields of POST /v2/document; what text has and a document can honour. */
@TakesExtras()
export class DocumentDto extends PickType(TranslateDto, [
  'target_lang',
  'source_lang',
  'formality',
  'glossary_id',
  'glossary_ids',
  'style_id',
  'translation_memory_id',
  'translation_memory_threshold',
  'enable_beta_languages',
  'model_type',
  'context',
  'custom_instructions',
  'preserve_formatting',
  'placeholder_formats',
  'placeholder_patterns',
] as const) {
  @ApiPropertyOptional({
    description: 'Name of the file, if that of the part is another one.',
    example: 'contract.docx',
  })
  @MayBeAbsent()
  @IsStoredText('filename', { longest: MAX_NAME_LENGTH })
  filename?: string;

  @ApiPropertyOptional({
    description:
      'Extension of the answer: that of the file, or `docx` for a pdf. A scanned pdf is answered as `txt` or `docx`.',
    example: 'docx',
  })
  @MayBeAbsent()
  @MaxLength(MAX_EXTENSION_LENGTH, notSupported('output_format'))
  @Matches(/^\w+$/, notSupported('output_format'))
  output_format?: string;

  @ApiPropertyOptional({
    description:
      'Own extension. Whether the texts can be asked for beside their translations, and corrected. The result may be downloaded again then. In a form `1` or `0`.',
    default: false,
  })
  @IsFlag('show_alignment')
  show_alignment?: boolean;

  @ApiPropertyOptional({
    description:
      'Own extension. A key of yours, 64 hexadecimal digits, kept nowhere: translations are remembered under it, and what was translated under it before is neither translated nor billed again.',
    example: '5B7E1C0F0D3A4E6B8C9D0A1B2C3D4E5F60718293A4B5C6D7E8F90A1B2C3D4E5F',
  })
  @MayBeAbsent()
  @Matches(DOCUMENT_KEY, notSupported('segments_key'))
  segments_key?: string;
}

/** The same as a form, for the document. */
export class DocumentFormDto extends DocumentDto {
  @ApiProperty({ type: 'string', format: 'binary' })
  file!: unknown;
}

export class DocumentHandleDto {
  @ApiProperty({ example: '04DE5AD98A02647D83285A36021911C6' })
  document_id!: string;

  @ApiProperty({
    description:
      'The key that everything of the document is encrypted with. It is kept nowhere else.',
    example: '0CB0054F1C132C1625B392EADDA41CB754A742822F6877173029A6C487E7F60A',
  })
  document_key!: string;
}

/** The body of requests about a document, in JSON or as a form. */
export class DocumentKeyDto {
  @ApiProperty({ example: '0CB0054F1C132C1625B392EADDA41CB754A742822F6877173029A6C487E7F60A' })
  @Matches(DOCUMENT_KEY, notSupported('document_key'))
  @IsDefined(notSpecified('document_key'))
  document_key!: string;
}

/** The fields of an alignment that comes back. */
@TakesExtras()
export class CorrectedAlignmentDto extends DocumentKeyDto {
  @ApiPropertyOptional({
    format: 'uuid',
    description:
      'A translation memory that learns the translations which were changed or are approved.',
    example: '559192ed-8e23-4f1c-9a5e-0e5d0c2bd0a7',
  })
  @MayBeAbsent()
  @IsUUID(undefined, notSupported('translation_memory_id'))
  translation_memory_id?: string;
}

/** The same as a form, for the document. */
export class CorrectedAlignmentFormDto extends CorrectedAlignmentDto {
  @ApiProperty({ type: 'string', format: 'binary' })
  file!: unknown;
}

export class ReviewDto {
  @ApiProperty({ example: '04DE5AD98A02647D83285A36021911C6' })
  document_id!: string;

  @ApiProperty({
    type: 'integer',
    description: 'Texts of the document whose translation is another one now.',
  })
  corrected_texts!: number;

  @ApiProperty({ type: 'integer', description: 'Segments that the memory has learned.' })
  taught_segments!: number;

  @ApiPropertyOptional({
    type: [String],
    description: 'Texts that were kept with an id which is not in the document: they are nowhere.',
    example: ['99-1'],
  })
  unknown_texts?: string[];
}

export class DocumentStatusDto {
  @ApiProperty({ example: '04DE5AD98A02647D83285A36021911C6' })
  document_id!: string;

  @ApiProperty({ enum: STATUSES })
  status!: (typeof STATUSES)[number];

  @ApiPropertyOptional({
    type: 'integer',
    description: 'An estimate, while it is being translated.',
    example: 20,
  })
  seconds_remaining?: number;

  @ApiPropertyOptional({ type: 'integer', description: 'When it is done.', example: 1337 })
  billed_characters?: number;

  @ApiPropertyOptional({
    type: 'integer',
    description:
      'Own extension, with `segments_key`: characters whose translation was remembered, which are not billed.',
    example: 1200,
  })
  reused_characters?: number;

  @ApiPropertyOptional({
    type: 'integer',
    description:
      'Own extension: texts that stay as they are and are not billed: a formula or a list of allowed values compares with them, or they are translated already (XLIFF, CSV).',
    example: 3,
  })
  kept_texts?: number;

  @ApiPropertyOptional({
    enum: PLACEHOLDER_FORMATS,
    isArray: true,
    description:
      'Own extension: formats of the placeholders that stayed as they are, in what is translated so far.',
    example: ['icu'],
  })
  placeholder_formats?: PlaceholderFormat[];

  @ApiPropertyOptional({
    description: 'What went wrong, with the status `error`.',
    example: 'Quota for this billing period has been exceeded.',
  })
  error_message?: string;
}

/** Own extension: a document in the list. */
export class ListedDocumentDto extends DocumentStatusDto {
  @ApiProperty({ description: 'Extension of the file.', example: 'docx' })
  format!: string;

  @ApiProperty({ example: 'ES' })
  target_lang!: string;

  @ApiProperty({ type: 'integer', description: 'Characters of its words.', example: 1337 })
  characters!: number;

  @ApiProperty({ format: 'date-time', example: '2026-11-24T10:00:00.000Z' })
  creation_time!: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-24T11:00:00.000Z' })
  expires_at!: string;
}

export class DocumentsDto {
  @ApiProperty({ type: [ListedDocumentDto], description: 'The newest first.' })
  documents!: ListedDocumentDto[];

  @ApiProperty({ type: 'integer', example: 1 })
  total_count!: number;
}

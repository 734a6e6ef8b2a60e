import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsDefined, IsInt, IsString, Max, MaxLength, Min, ValidateBy } from 'class-validator';
import {
  FromDigits,
  IsOneOf,
  IsText,
  MayBeAbsent,
  notSpecified,
  notSupported,
} from '../http/parameter-rules.js';

const MAX_CODE_LENGTH = 20;
const MAX_KEY_LENGTH = 200;
const MOST_ALTERNATIVES = 100;

const FORMATS = ['text', 'html'] as const;

const isText = (value: unknown): boolean => typeof value === 'string' && value.isWellFormed();

const IsQuery = () =>
  ValidateBy({
    name: 'isQuery',
    validator: {
      validate: (value: unknown) =>
        isText(value) || (Array.isArray(value) && value.length > 0 && value.every(isText)),
      defaultMessage: () => "Parameter 'q' must be a text or a list of texts.",
    },
  });

const IsOneText = () =>
  ValidateBy({
    name: 'isOneText',
    validator: { validate: isText, defaultMessage: () => "Parameter 'q' must be a text." },
  });

const KEY = 'The key, where it is not in the header `Authorization`.';

/** The body of a translation, in JSON or as a form. */
export class LibreTranslateDto {
  @ApiProperty({
    oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
    description: 'A text, or several. The whole request holds at most 128 KiB.',
    example: 'The house is big.',
  })
  @IsQuery()
  @IsDefined(notSpecified('q'))
  q!: string | string[];

  @ApiProperty({ description: 'Language of the text, or `auto`.', example: 'en' })
  @MaxLength(MAX_CODE_LENGTH, notSupported('source'))
  @IsString(notSupported('source'))
  @IsDefined(notSpecified('source'))
  source!: string;

  @ApiProperty({ description: 'Language to translate into.', example: 'es' })
  @MaxLength(MAX_CODE_LENGTH, notSupported('target'))
  @IsString(notSupported('target'))
  @IsDefined(notSpecified('target'))
  target!: string;

  @ApiPropertyOptional({ enum: FORMATS, default: 'text' })
  @IsOneOf('format', FORMATS)
  format?: (typeof FORMATS)[number];

  @ApiPropertyOptional({
    type: 'integer',
    default: 0,
    description: 'Other translations that are wished, of one sentence of plain text; 10 at most.',
  })
  @MayBeAbsent()
  @Max(MOST_ALTERNATIVES, notSupported('alternatives'))
  @Min(0, notSupported('alternatives'))
  @IsInt(notSupported('alternatives'))
  @FromDigits()
  alternatives?: number;

  @ApiPropertyOptional({ description: KEY })
  @MaxLength(MAX_KEY_LENGTH, notSupported('api_key'))
  @IsText('api_key')
  api_key?: string;
}

export class DetectDto {
  @ApiProperty({ example: 'La casa es grande.' })
  @IsOneText()
  @IsDefined(notSpecified('q'))
  q!: string;

  @ApiPropertyOptional({ description: KEY })
  @MaxLength(MAX_KEY_LENGTH, notSupported('api_key'))
  @IsText('api_key')
  api_key?: string;
}

/** The fields beside a file. */
export class LibreTranslateFileDto {
  @ApiProperty({ description: 'Language of the document, or `auto`.', example: 'en' })
  @MaxLength(MAX_CODE_LENGTH, notSupported('source'))
  @IsString(notSupported('source'))
  @IsDefined(notSpecified('source'))
  source!: string;

  @ApiProperty({ description: 'Language to translate into.', example: 'es' })
  @MaxLength(MAX_CODE_LENGTH, notSupported('target'))
  @IsString(notSupported('target'))
  @IsDefined(notSpecified('target'))
  target!: string;
}

/** The same as a form, for the document. */
export class LibreTranslateFormDto extends LibreTranslateFileDto {
  @ApiProperty({ type: 'string', format: 'binary' })
  file!: unknown;
}

export class DetectionDto {
  @ApiProperty({ description: 'In percent; 0 for a guess.', example: 82 })
  confidence!: number;

  @ApiProperty({ example: 'es' })
  language!: string;
}

export class LibreTranslationDto {
  @ApiProperty({
    oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
    description: 'A list where `q` is one.',
    example: 'La casa es grande.',
  })
  translatedText!: string | string[];

  @ApiPropertyOptional({
    oneOf: [
      { $ref: '#/components/schemas/DetectionDto' },
      { type: 'array', items: { $ref: '#/components/schemas/DetectionDto' } },
    ],
    description: 'With the source `auto`; a list where `q` is one.',
  })
  detectedLanguage?: DetectionDto | DetectionDto[];

  @ApiPropertyOptional({ type: [String], description: 'Where they are asked for.' })
  alternatives?: string[];
}

export class LibreLanguageDto {
  @ApiProperty({ example: 'en' })
  code!: string;

  @ApiProperty({ example: 'English' })
  name!: string;

  @ApiProperty({ type: [String], example: ['ca', 'en', 'es'] })
  targets!: string[];
}

export class TranslatedFileDto {
  @ApiProperty({
    format: 'uri',
    description: 'Where the translation is fetched, once, without a key. 503 until it is ready.',
  })
  translatedFileUrl!: string;
}

class ChoiceDto {
  @ApiProperty({ example: 'es' })
  code!: string;

  @ApiProperty({ example: 'Spanish' })
  name!: string;
}

class ChoicesDto {
  @ApiProperty({ type: ChoiceDto })
  source!: ChoiceDto;

  @ApiProperty({ type: ChoiceDto })
  target!: ChoiceDto;
}

/** What LibreTranslate's page asks before it shows itself. */
export class FrontendSettingsDto {
  @ApiProperty()
  apiKeys!: boolean;

  @ApiProperty({ type: 'integer', description: 'Characters of a text that always fit.' })
  charLimit!: number;

  @ApiProperty()
  filesTranslation!: boolean;

  @ApiProperty({ type: 'integer', description: 'Milliseconds between a key and the translation.' })
  frontendTimeout!: number;

  @ApiProperty()
  keyRequired!: boolean;

  @ApiProperty({ type: ChoicesDto, description: 'What is chosen at first.' })
  language!: ChoicesDto;

  @ApiProperty()
  suggestions!: boolean;

  @ApiProperty({ type: [String], example: ['.txt', '.docx'] })
  supportedFilesFormat!: string[];
}

export class HealthDto {
  @ApiProperty({ example: 'ok' })
  status!: string;
}

export class LibreTranslateErrorDto {
  @ApiProperty({ example: 'xx is not supported' })
  error!: string;
}

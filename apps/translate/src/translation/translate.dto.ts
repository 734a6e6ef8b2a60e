import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  ArrayNotEmpty,
  IsArray,
  IsDefined,
  IsInt,
  IsString,
  IsUUID,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import {
  AreTexts,
  IsFlag,
  IsId,
  IsListOf,
  IsListOfNames,
  IsOneOf,
  IsTags,
  IsText,
  MayBeAbsent,
  notSpecified,
  notSupported,
} from '../http/parameter-rules.js';
import { PLACEHOLDER_FORMATS, type PlaceholderFormat } from '../text/placeholder-formats.js';
import { TakesExtras } from '../http/extra-parameters.js';

/** The whole request is bounded, so the list needs no bound of its own. */
export const MAX_REQUEST_BYTES = 128 * 1024;

const MAX_CODE_LENGTH = 20;

const MAX_ID_LENGTH = 100;
const MOST_GLOSSARIES = 5;
const MOST_INSTRUCTIONS = 10;
const MAX_INSTRUCTION_LENGTH = 300;

const MOST_PATTERNS = 10;
const MAX_PATTERN_LENGTH = 200;

const SPLIT_SENTENCES = ['0', '1', 'nonewlines'] as const;
const FORMALITIES = ['default', 'more', 'less', 'prefer_more', 'prefer_less'] as const;
const MODEL_TYPES = ['quality_optimized', 'prefer_quality_optimized', 'latency_optimized'] as const;
const TAG_HANDLINGS = ['xml', 'html'] as const;
const TAG_HANDLING_VERSIONS = ['v1', 'v2'] as const;

const thresholdRange = {
  message: "Parameter 'translation_memory_threshold' must be an integer between 0 and 100",
};

/** The body of POST /v2/translate (spec 1, part 4), in JSON; forms are brought into this shape. */
@TakesExtras()
export class TranslateDto {
  @ApiProperty({
    type: [String],
    description:
      'Texts to translate, each on its own. In a form the parameter is repeated. The whole request holds at most 128 KiB.',
    example: ['The house is big.'],
  })
  @AreTexts()
  @ArrayNotEmpty(notSpecified('text'))
  @IsArray({ message: "Parameter 'text' must be an array of well-formed strings." })
  @IsDefined(notSpecified('text'))
  text!: string[];

  @ApiProperty({ description: 'Language to translate into, in any case.', example: 'ES' })
  @MaxLength(MAX_CODE_LENGTH, notSupported('target_lang'))
  @IsString(notSupported('target_lang'))
  @IsDefined(notSpecified('target_lang'))
  target_lang!: string;

  @ApiPropertyOptional({
    description: 'Language of the texts; detected for each text when it is absent.',
    example: 'EN',
  })
  @MayBeAbsent()
  @MaxLength(MAX_CODE_LENGTH, notSupported('source_lang'))
  @IsString(notSupported('source_lang'))
  source_lang?: string;

  @ApiPropertyOptional({
    description: 'Whether each result tells its `billed_characters`. In a form `1` or `0`.',
    default: false,
  })
  @IsFlag('show_billed_characters')
  show_billed_characters?: boolean;

  @ApiPropertyOptional({ description: 'Has no effect.', deprecated: true, default: false })
  @IsFlag('enable_beta_languages')
  enable_beta_languages?: boolean;

  @ApiPropertyOptional({
    description: 'Text that helps to translate and is not translated itself. It costs nothing.',
    example: 'A text about houses for sale.',
  })
  @IsText('context')
  context?: string;

  @ApiPropertyOptional({
    enum: SPLIT_SENTENCES,
    description: 'Where sentences end: nowhere, at signs and line ends, at signs only.',
    default: '1',
  })
  @IsOneOf('split_sentences', SPLIT_SENTENCES)
  split_sentences?: (typeof SPLIT_SENTENCES)[number];

  @ApiPropertyOptional({
    description: 'Keeps the case of the first letter and the sign at the end as they are.',
    default: false,
  })
  @IsFlag('preserve_formatting')
  preserve_formatting?: boolean;

  @ApiPropertyOptional({ enum: FORMALITIES, default: 'default' })
  @IsOneOf('formality', FORMALITIES)
  formality?: (typeof FORMALITIES)[number];

  @ApiPropertyOptional({ enum: MODEL_TYPES })
  @IsOneOf('model_type', MODEL_TYPES)
  model_type?: (typeof MODEL_TYPES)[number];

  @ApiPropertyOptional({
    description: 'Needs `source_lang`; not together with `glossary_ids`.',
    example: '559192ed-8e23-4f1c-9a5e-0e5d0c2bd0a7',
  })
  @IsId('glossary_id')
  glossary_id?: string;

  @ApiPropertyOptional({
    type: [String],
    maxItems: MOST_GLOSSARIES,
    description:
      'Needs `source_lang`; not together with `glossary_id`. In a form comma-separated or repeated.',
    example: ['559192ed-8e23-4f1c-9a5e-0e5d0c2bd0a7'],
  })
  @IsListOf('glossary_ids', { most: MOST_GLOSSARIES, longest: MAX_ID_LENGTH })
  glossary_ids?: string[];

  @ApiPropertyOptional({
    description: 'A style rule list of the target language.',
    example: '559192ed-8e23-4f1c-9a5e-0e5d0c2bd0a7',
  })
  @IsId('style_id')
  style_id?: string;

  @ApiPropertyOptional({ format: 'uuid', example: '559192ed-8e23-4f1c-9a5e-0e5d0c2bd0a7' })
  @MayBeAbsent()
  @IsUUID(undefined, notSupported('translation_memory_id'))
  translation_memory_id?: string;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    maximum: 100,
    default: 75,
    description: 'Least similarity of a segment, in percent.',
  })
  @MayBeAbsent()
  @Max(100, thresholdRange)
  @Min(0, thresholdRange)
  @IsInt(thresholdRange)
  translation_memory_threshold?: number;

  @ApiPropertyOptional({
    type: [String],
    maxItems: MOST_INSTRUCTIONS,
    description: 'At most 10 of at most 300 characters each.',
    example: ['Use a friendly tone.'],
  })
  @IsListOf('custom_instructions', { most: MOST_INSTRUCTIONS, longest: MAX_INSTRUCTION_LENGTH })
  custom_instructions?: string[];

  @ApiPropertyOptional({ enum: TAG_HANDLINGS })
  @IsOneOf('tag_handling', TAG_HANDLINGS)
  tag_handling?: (typeof TAG_HANDLINGS)[number];

  @ApiPropertyOptional({
    enum: TAG_HANDLING_VERSIONS,
    default: 'v1',
    description: 'Both versions do the same here.',
  })
  @IsOneOf('tag_handling_version', TAG_HANDLING_VERSIONS)
  tag_handling_version?: (typeof TAG_HANDLING_VERSIONS)[number];

  @ApiPropertyOptional({
    description: 'Whether tags that are structure are found without `splitting_tags`.',
    default: true,
  })
  @IsFlag('outline_detection')
  outline_detection?: boolean;

  @ApiPropertyOptional({
    type: [String],
    description: 'Tags that never split sentences.',
    example: ['b', 'i'],
  })
  @IsTags('non_splitting_tags')
  non_splitting_tags?: string[];

  @ApiPropertyOptional({
    type: [String],
    description: 'Tags that always split sentences.',
    example: ['par'],
  })
  @IsTags('splitting_tags')
  splitting_tags?: string[];

  @ApiPropertyOptional({
    type: [String],
    description: 'Tags whose content is not translated.',
    example: ['x'],
  })
  @IsTags('ignore_tags')
  ignore_tags?: string[];

  @ApiPropertyOptional({
    enum: PLACEHOLDER_FORMATS,
    isArray: true,
    maxItems: PLACEHOLDER_FORMATS.length,
    description:
      'Own extension: formats of the placeholders that are not translated. All formats when absent, none for an empty list. In a form comma-separated or repeated.',
    example: ['icu'],
  })
  @IsListOfNames('placeholder_formats', PLACEHOLDER_FORMATS)
  placeholder_formats?: PlaceholderFormat[];

  @ApiPropertyOptional({
    type: [String],
    maxItems: MOST_PATTERNS,
    description:
      'Own extension: regular expressions (RE2) for more that is not translated. At most 10 of at most 200 characters each. In a form repeated.',
    example: ['ACME-[0-9]+'],
  })
  @IsListOf('placeholder_patterns', { most: MOST_PATTERNS, longest: MAX_PATTERN_LENGTH })
  placeholder_patterns?: string[];

  @ApiPropertyOptional({
    description: 'Own extension: each result tells the glossary terms that were applied.',
    default: false,
  })
  @IsFlag('show_applied_terms')
  show_applied_terms?: boolean;

  @ApiPropertyOptional({
    description: 'Own extension: each result tells where every word of it comes from.',
    default: false,
  })
  @IsFlag('show_provenance')
  show_provenance?: boolean;
}

import { ApiProperty, ApiPropertyOptional, IntersectionType, OmitType } from '@nestjs/swagger';
import { ArrayNotEmpty, IsArray, IsDefined, IsString, MaxLength } from 'class-validator';
import { WRITE_LANGUAGES } from './write-languages.js';
import { STYLE_VALUES, TONE_VALUES } from './wording.js';
import {
  AreTexts,
  IsFlag,
  IsListOf,
  IsOneOf,
  MayBeAbsent,
  notSpecified,
  notSupported,
} from '../http/parameter-rules.js';
import { TakesExtras } from '../http/extra-parameters.js';

const MAX_CODE_LENGTH = 20;
const MOST_KNOWN_WORDS = 1000;
const MAX_WORD_LENGTH = 100;

/** The body of POST /v2/write/correct, in JSON; forms are brought into this shape. */
@TakesExtras()
export class CorrectDto {
  @ApiProperty({
    type: [String],
    description:
      'Plain texts, each on its own. In a form the parameter is repeated. The whole request holds at most 128 KiB.',
    example: ['this is a example sentence to imprve'],
  })
  @AreTexts()
  @ArrayNotEmpty(notSpecified('text'))
  @IsArray({ message: "Parameter 'text' must be an array of well-formed strings." })
  @IsDefined(notSpecified('text'))
  text!: string[];

  @ApiPropertyOptional({
    description: `Language of the texts, in any case (${WRITE_LANGUAGES.join(', ')}); detected for each text when it is absent. EN stands for EN-US, PT for PT-PT.`,
    example: 'en-US',
  })
  @MayBeAbsent()
  @MaxLength(MAX_CODE_LENGTH, notSupported('target_lang'))
  @IsString(notSupported('target_lang'))
  target_lang?: string;

  @ApiPropertyOptional({
    description:
      'Own extension: whether each result tells its `corrections`. In a form `1` or `0`.',
    default: false,
  })
  @IsFlag('show_corrections')
  show_corrections?: boolean;

  @ApiPropertyOptional({
    type: [String],
    maxItems: MOST_KNOWN_WORDS,
    description:
      'Own extension: words that are right, such as those of a personal dictionary. At most 1000 of at most 100 characters each. In a form repeated.',
    example: ['Sextant'],
  })
  @IsListOf('known_words', { most: MOST_KNOWN_WORDS, longest: MAX_WORD_LENGTH })
  known_words?: string[];
}

class WordingDto {
  @ApiPropertyOptional({
    enum: STYLE_VALUES,
    description:
      'German and English only; `prefer_` gives way elsewhere. Not together with `tone`.',
  })
  @IsOneOf('writing_style', STYLE_VALUES)
  writing_style?: (typeof STYLE_VALUES)[number];

  @ApiPropertyOptional({
    enum: TONE_VALUES,
    description:
      'German and English only; `prefer_` gives way elsewhere. Not together with `writing_style`.',
  })
  @IsOneOf('tone', TONE_VALUES)
  tone?: (typeof TONE_VALUES)[number];
}

/** The body of POST /v2/write/rephrase. */
@TakesExtras()
export class RephraseDto extends IntersectionType(
  OmitType(CorrectDto, ['known_words'] as const),
  WordingDto,
) {}

/** Own extension: one change. */
export class CorrectionDto {
  @ApiProperty({
    type: 'integer',
    description: 'Where it begins in the text as it was sent, in UTF-16 code units.',
    example: 8,
  })
  start!: number;

  @ApiProperty({ type: 'integer', description: 'Where it ends, exclusive.', example: 9 })
  end!: number;

  @ApiProperty({ example: 'an' })
  replacement!: string;

  @ApiProperty({ type: [String], description: 'Other words that would do.', example: [] })
  alternatives!: string[];

  @ApiProperty({
    description: 'The kind of mistake; `model` where a model gives no reasons.',
    example: 'grammar',
  })
  rule!: string;

  @ApiPropertyOptional({ example: 'Incorrect indefinite article.' })
  explanation?: string;
}

export class ImprovementDto {
  @ApiProperty({ example: 'en' })
  detected_source_language!: string;

  @ApiProperty({ example: 'en-US' })
  target_language!: string;

  @ApiProperty({ example: 'This is an example sentence to improve' })
  text!: string;

  @ApiPropertyOptional({ type: [CorrectionDto], description: 'Only when asked for.' })
  corrections?: CorrectionDto[];
}

export class ImprovementsDto {
  @ApiProperty({ type: [ImprovementDto], description: 'In the order of the texts.' })
  improvements!: ImprovementDto[];
}

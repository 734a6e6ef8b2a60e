import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  ArrayNotEmpty,
  IsArray,
  IsBoolean,
  IsDefined,
  IsOptional,
  IsString,
  MaxLength,
  ValidateBy,
} from 'class-validator';

/** The whole request is bounded, so the list needs no bound of its own. */
export const MAX_REQUEST_BYTES = 128 * 1024;

const MAX_CODE_LENGTH = 20;

const notSpecified = (name: string) => ({ message: `Parameter '${name}' not specified` });
const notSupported = (name: string) => ({ message: `Value for '${name}' not supported.` });

/** Strings of whole characters: a lone surrogate half has no UTF-8 form. */
const AreTexts = () =>
  ValidateBy({
    name: 'areTexts',
    validator: {
      validate: (value: unknown) =>
        Array.isArray(value) &&
        value.every((text) => typeof text === 'string' && text.isWellFormed()),
      defaultMessage: () => "Parameter 'text' must be an array of well-formed strings.",
    },
  });

/** The body of POST /v2/translate (spec 1, part 4), in JSON; forms are brought into this shape. */
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
  @IsOptional()
  @MaxLength(MAX_CODE_LENGTH, notSupported('source_lang'))
  @IsString(notSupported('source_lang'))
  source_lang?: string;

  @ApiPropertyOptional({
    description: 'Whether each result tells its `billed_characters`. In a form `1` or `0`.',
    default: false,
  })
  @IsOptional()
  @IsBoolean(notSupported('show_billed_characters'))
  show_billed_characters?: boolean;

  @ApiPropertyOptional({ description: 'Has no effect.', deprecated: true, default: false })
  @IsOptional()
  @IsBoolean(notSupported('enable_beta_languages'))
  enable_beta_languages?: boolean;
}

export class TranslationDto {
  @ApiProperty({ description: 'The given source language, or the detected one.', example: 'EN' })
  detected_source_language!: string;

  @ApiProperty({ example: 'La casa es grande.' })
  text!: string;

  @ApiPropertyOptional({
    type: 'integer',
    description: 'Unicode code points of the source text; only when asked for.',
  })
  billed_characters?: number;
}

export class TranslationsDto {
  @ApiProperty({ type: [TranslationDto], description: 'In the order of the texts.' })
  translations!: TranslationDto[];
}

/** Every error of this service. */
export class ErrorDto {
  @ApiProperty({ example: "Value for 'target_lang' not supported." })
  message!: string;
}

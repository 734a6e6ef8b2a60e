import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsDefined,
  IsIn,
  IsString,
  ValidateBy,
  ValidateNested,
} from 'class-validator';
import type { EntriesFormat } from './glossary-entries.js';
import { glossaryLanguage } from './glossary-language.js';
import type { LanguageTag } from '../languages/language.js';
import { MayBeAbsent, notSpecified, notSupported } from '../http/parameter-rules.js';

/** Bytes of a request: 10 MiB of entries take up to three times that in a form, where each byte may be escaped. */
export const MAX_GLOSSARY_REQUEST_BYTES = 32 * 1024 * 1024;

const FORMATS = ['tsv', 'csv'] as const;
/** Each pair of the 33 published languages would be 1,056. */
const MAX_DICTIONARIES = 2000;

/** Brings a language code into its base language, `EN-US` into `en`. */
const IsGlossaryLanguage = (name: string): PropertyDecorator => {
  const transform = Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' ? (glossaryLanguage(value) ?? value) : value,
  );
  const validate = ValidateBy(
    {
      name: 'isGlossaryLanguage',
      validator: {
        validate: (value: unknown) =>
          typeof value === 'string' && glossaryLanguage(value) !== undefined,
      },
    },
    notSupported(name),
  );
  return (target, property) => {
    transform(target, property);
    validate(target, property);
  };
};

export class PairQuery {
  @ApiProperty({ example: 'en' })
  @IsGlossaryLanguage('source_lang')
  @IsDefined(notSpecified('source_lang'))
  source_lang!: LanguageTag;

  @ApiProperty({ example: 'es' })
  @IsGlossaryLanguage('target_lang')
  @IsDefined(notSpecified('target_lang'))
  target_lang!: LanguageTag;
}

export class DictionaryDto extends PairQuery {
  @ApiProperty({
    description: 'One entry a line, source and target separated by a tab (tsv) or comma (csv).',
    example: 'house\tcasa',
  })
  @IsString(notSupported('entries'))
  @IsDefined(notSpecified('entries'))
  entries!: string;

  @ApiPropertyOptional({ enum: FORMATS, default: 'tsv' })
  @MayBeAbsent()
  @IsIn(FORMATS, notSupported('entries_format'))
  entries_format?: EntriesFormat;
}

export class CreateGlossaryDto extends DictionaryDto {
  @ApiProperty({ description: 'At most 1,024 bytes.', example: 'House style' })
  @IsString(notSupported('name'))
  @IsDefined(notSpecified('name'))
  name!: string;
}

export class CreateMultilingualGlossaryDto {
  @ApiProperty({ description: 'At most 1,024 bytes.', example: 'House style' })
  @IsString(notSupported('name'))
  @IsDefined(notSpecified('name'))
  name!: string;

  @ApiPropertyOptional({
    type: [DictionaryDto],
    description: 'They may come later; a form says nothing of an empty list.',
  })
  @MayBeAbsent()
  @Type(() => DictionaryDto)
  @ValidateNested({ each: true, ...notSupported('dictionaries') })
  @ArrayMaxSize(MAX_DICTIONARIES, notSupported('dictionaries'))
  @IsArray(notSupported('dictionaries'))
  dictionaries?: DictionaryDto[];
}

export class UpdateGlossaryDto {
  @ApiPropertyOptional({ description: 'At most 1,024 bytes.', example: 'House style' })
  @MayBeAbsent()
  @IsString(notSupported('name'))
  name?: string;

  @ApiPropertyOptional({ type: [DictionaryDto], description: 'None or one; it is merged.' })
  @MayBeAbsent()
  @Type(() => DictionaryDto)
  @ValidateNested({ each: true, ...notSupported('dictionaries') })
  @ArrayMaxSize(1, { message: 'At most one dictionary can be changed at once.' })
  @IsArray(notSupported('dictionaries'))
  dictionaries?: DictionaryDto[];
}

export class DictionaryInfoDto {
  @ApiProperty({ example: 'en' })
  source_lang!: string;

  @ApiProperty({ example: 'es' })
  target_lang!: string;

  @ApiProperty({ type: 'integer', example: 12 })
  entry_count!: number;
}

export class GlossaryDto extends DictionaryInfoDto {
  @ApiProperty({ format: 'uuid', example: '559192ed-8e23-4f1c-9a5e-0e5d0c2bd0a7' })
  glossary_id!: string;

  @ApiProperty({ example: 'House style' })
  name!: string;

  @ApiProperty({ description: 'Always true: a glossary can be used as soon as it is stored.' })
  ready!: boolean;

  @ApiProperty({ format: 'date-time', example: '2026-11-24T10:00:00.000Z' })
  creation_time!: string;
}

export class GlossariesDto {
  @ApiProperty({ type: [GlossaryDto] })
  glossaries!: GlossaryDto[];
}

export class MultilingualGlossaryDto {
  @ApiProperty({ format: 'uuid', example: '559192ed-8e23-4f1c-9a5e-0e5d0c2bd0a7' })
  glossary_id!: string;

  @ApiProperty({ example: 'House style' })
  name!: string;

  @ApiProperty({ type: [DictionaryInfoDto] })
  dictionaries!: DictionaryInfoDto[];

  @ApiProperty({ format: 'date-time', example: '2026-11-24T10:00:00.000Z' })
  creation_time!: string;
}

export class MultilingualGlossariesDto {
  @ApiProperty({ type: [MultilingualGlossaryDto] })
  glossaries!: MultilingualGlossaryDto[];
}

export class EntriesDto {
  @ApiProperty({ example: 'en' })
  source_lang!: string;

  @ApiProperty({ example: 'es' })
  target_lang!: string;

  @ApiProperty({ example: 'house\tcasa' })
  entries!: string;

  @ApiProperty({ enum: ['tsv'] })
  entries_format!: 'tsv';
}

export class DictionaryEntriesDto {
  @ApiProperty({ type: [EntriesDto], description: 'The one that was asked for.' })
  dictionaries!: EntriesDto[];
}

class LanguagePairDto {
  @ApiProperty({ example: 'en' })
  source_lang!: string;

  @ApiProperty({ example: 'es' })
  target_lang!: string;
}

export class LanguagePairsDto {
  @ApiProperty({ type: [LanguagePairDto] })
  supported_languages!: LanguagePairDto[];
}

import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsIn,
  IsLocale,
  IsOptional,
  IsString,
  Length,
  MaxLength,
  ValidateNested,
} from 'class-validator';
import { IsLanguage } from '../languages/language.rules.js';

const MAX_RULES = 5000;
const MAX_PLS = 262_144;

/** An entry as ElevenLabs' pronunciation dictionaries have it. */
export class LexiconRuleDto {
  @ApiProperty({ description: 'A word, or words with single spaces.' })
  @Length(1, 100)
  @IsString()
  string_to_replace!: string;

  @ApiProperty({ enum: ['alias', 'phoneme'] })
  @IsIn(['alias', 'phoneme'])
  type!: 'alias' | 'phoneme';

  @ApiPropertyOptional({ description: 'Said instead.' })
  @IsOptional()
  @Length(1, 200)
  @IsString()
  alias?: string;

  @ApiPropertyOptional({ description: 'International Phonetic Alphabet.' })
  @IsOptional()
  @Length(1, 200)
  @IsString()
  phoneme?: string;

  @ApiPropertyOptional({ enum: ['ipa'], default: 'ipa' })
  @IsOptional()
  @IsIn(['ipa'])
  alphabet?: 'ipa';
}

export class PutLexiconDto {
  @ApiProperty({ maxLength: 200 })
  @Length(1, 200)
  @IsString()
  name!: string;

  @ApiPropertyOptional({ description: 'BCP 47; of the PLS document if absent, else en.' })
  @IsOptional()
  @MaxLength(35)
  @IsLanguage()
  @IsLocale()
  language?: string;

  @ApiPropertyOptional({ type: [LexiconRuleDto], maxItems: MAX_RULES })
  @IsOptional()
  @ArrayMaxSize(MAX_RULES)
  @ValidateNested({ each: true })
  @Type(() => LexiconRuleDto)
  @IsArray()
  rules?: LexiconRuleDto[];

  @ApiPropertyOptional({ description: 'A document of W3C PLS 1.0, instead of rules.' })
  @IsOptional()
  @MaxLength(MAX_PLS)
  @IsString()
  pls?: string;
}

export class LexiconDto {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  @ApiProperty()
  name!: string;

  @ApiProperty()
  language!: string;

  @ApiProperty()
  rules_count!: number;

  @ApiPropertyOptional({ type: [LexiconRuleDto], description: 'Of one lexicon, not in lists.' })
  rules?: LexiconRuleDto[];

  @ApiProperty({ format: 'date-time' })
  created_at!: string;

  @ApiProperty({ format: 'date-time' })
  updated_at!: string;
}

export class LexiconListDto {
  @ApiProperty({ type: [LexiconDto] })
  lexicons!: LexiconDto[];
}

import { ApiProperty, ApiPropertyOptional, PickType } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsOptional,
  IsString,
  Length,
  Matches,
  MaxLength,
  ValidateNested,
} from 'class-validator';
import { LexiconRuleDto } from '../../lexicons/lexicons.dto.js';

const MAX_RULES = 5000;
const UNUSED = 'Taken, and without effect here.';

export class DictionaryRuleDto extends LexiconRuleDto {
  @ApiPropertyOptional({ description: 'Taken: case counts, but for a capital at the beginning.' })
  @IsOptional()
  @IsBoolean()
  case_sensitive?: boolean;

  @ApiPropertyOptional({ description: 'Taken: whole words are replaced.' })
  @IsOptional()
  @IsBoolean()
  word_boundaries?: boolean;
}

export class DictionaryRulesDto {
  @ApiProperty({ type: [DictionaryRuleDto], maxItems: MAX_RULES })
  @ArrayMaxSize(MAX_RULES)
  @ValidateNested({ each: true })
  @Type(() => DictionaryRuleDto)
  @IsArray()
  rules!: DictionaryRuleDto[];
}

export class AddDictionaryDto extends DictionaryRulesDto {
  @ApiProperty({ maxLength: 200 })
  @Length(1, 200)
  @IsString()
  name!: string;

  @ApiPropertyOptional({ description: UNUSED })
  @IsOptional()
  @MaxLength(2000)
  @IsString()
  description?: string;

  @ApiPropertyOptional({ description: 'Taken: all of a workspace may use its dictionaries.' })
  @IsOptional()
  @MaxLength(50)
  @IsString()
  workspace_access?: string;
}

export class DictionaryFileDto extends PickType(AddDictionaryDto, [
  'name',
  'description',
  'workspace_access',
] as const) {}

/** The form as clients see it. */
export class AddDictionaryFormDto extends DictionaryFileDto {
  @ApiProperty({ type: 'string', format: 'binary', description: 'W3C PLS 1.0.' })
  file!: unknown;
}

export class RemoveRulesDto {
  @ApiProperty({ type: [String], maxItems: MAX_RULES })
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_RULES)
  @Length(1, 100, { each: true })
  @IsString({ each: true })
  @IsArray()
  rule_strings!: string[];
}

export class UpdateDictionaryDto {
  @ApiPropertyOptional({ maxLength: 200 })
  @IsOptional()
  @Length(1, 200)
  @IsString()
  name?: string;

  @ApiPropertyOptional({ description: 'true deletes it: there are no archives.' })
  @IsOptional()
  @IsBoolean()
  archived?: boolean;
}

export class ListDictionariesQuery {
  @ApiPropertyOptional()
  @IsOptional()
  @MaxLength(200)
  @IsString()
  cursor?: string;

  @ApiPropertyOptional({ minimum: 1, maximum: 100, default: 30 })
  @IsOptional()
  @Matches(/^([1-9]\d?|100)$/, { message: 'page_size must be a whole number from 1 to 100' })
  @IsString()
  page_size?: string;

  @ApiPropertyOptional({ description: UNUSED })
  @IsOptional()
  @MaxLength(50)
  @IsString()
  sort?: string;

  @ApiPropertyOptional({ enum: ['asc', 'desc', 'ASCENDING', 'DESCENDING'], description: UNUSED })
  @IsOptional()
  @IsIn(['asc', 'desc', 'ASCENDING', 'DESCENDING'])
  sort_direction?: string;
}

export class MadeDictionaryDto {
  @ApiProperty()
  id!: string;

  @ApiProperty()
  name!: string;

  @ApiProperty()
  created_by!: string;

  @ApiProperty()
  creation_time_unix!: number;

  @ApiProperty()
  version_id!: string;

  @ApiProperty()
  version_rules_num!: number;

  @ApiProperty({ enum: ['admin'] })
  permission_on_resource!: string;
}

export class DictionaryDto {
  @ApiProperty()
  id!: string;

  @ApiProperty()
  name!: string;

  @ApiProperty()
  created_by!: string;

  @ApiProperty()
  creation_time_unix!: number;

  @ApiProperty({ description: 'Changes with the rules; the last version is always spoken.' })
  latest_version_id!: string;

  @ApiProperty()
  latest_version_rules_num!: number;

  @ApiProperty({ enum: ['admin'] })
  permission_on_resource!: string;

  @ApiPropertyOptional({ type: [LexiconRuleDto], description: 'Of one dictionary, not in lists.' })
  rules?: LexiconRuleDto[];
}

export class DictionaryListDto {
  @ApiProperty({ type: [DictionaryDto] })
  pronunciation_dictionaries!: DictionaryDto[];

  @ApiProperty({ type: String, nullable: true })
  next_cursor!: string | null;

  @ApiProperty()
  has_more!: boolean;
}

export class DictionaryVersionDto extends PickType(MadeDictionaryDto, [
  'id',
  'version_id',
  'version_rules_num',
] as const) {}

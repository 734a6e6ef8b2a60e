import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsIn,
  IsOptional,
  IsString,
  Matches,
  MaxLength,
} from 'class-validator';

const UNUSED = 'Taken, and without effect here.';
const TYPES = [
  'personal',
  'community',
  'default',
  'workspace',
  'non-default',
  'saved',
  'non-community',
];
const MAX_IDS = 100;
const MAX_ID_LENGTH = 200;

/** What their clients may send. */
const Unused = () =>
  applyDecorators(
    ApiPropertyOptional({ type: String, description: UNUSED }),
    IsOptional(),
    MaxLength(MAX_ID_LENGTH),
    IsString(),
  );

/** The query of ElevenLabs' `voices.search()`. */
export class SearchVoicesQuery {
  @ApiPropertyOptional({ description: '`next_page_token` of the page before.' })
  @IsOptional()
  @MaxLength(4000)
  @IsString()
  next_page_token?: string;

  @ApiPropertyOptional({ minimum: 1, maximum: 100, default: 10 })
  @IsOptional()
  @Matches(/^([1-9]\d?|100)$/, { message: 'page_size must be a whole number from 1 to 100' })
  @IsString()
  page_size?: string;

  @ApiPropertyOptional({ description: 'Words in id, name, locale, gender or tags.' })
  @IsOptional()
  @MaxLength(200)
  @IsString()
  search?: string;

  @ApiPropertyOptional({ enum: ['created_at_unix', 'name'] })
  @IsOptional()
  @IsIn(['created_at_unix', 'name'])
  sort?: 'created_at_unix' | 'name';

  @ApiPropertyOptional({ enum: ['asc', 'desc'] })
  @IsOptional()
  @IsIn(['asc', 'desc'])
  sort_direction?: 'asc' | 'desc';

  @ApiPropertyOptional({
    enum: TYPES,
    description: 'Shared voices are default ones, clones personal.',
  })
  @IsOptional()
  @IsIn(TYPES)
  voice_type?: string;

  @ApiPropertyOptional({ enum: ['premade', 'cloned', 'generated', 'professional'] })
  @IsOptional()
  @IsIn(['premade', 'cloned', 'generated', 'professional'])
  category?: string;

  @ApiPropertyOptional({ type: [String], maxItems: MAX_IDS })
  @IsOptional()
  @Transform(({ value }: { value: unknown }) => [value].flat<unknown[]>())
  @ArrayMaxSize(MAX_IDS)
  @MaxLength(MAX_ID_LENGTH, { each: true })
  @IsString({ each: true })
  @IsArray()
  voice_ids?: string[];

  @ApiPropertyOptional({ enum: ['male', 'female'] })
  @IsOptional()
  @IsIn(['male', 'female', 'neutral'])
  gender?: string;

  @ApiPropertyOptional({ type: [String], example: ['en'], description: 'Beginnings of locales.' })
  @IsOptional()
  @Transform(({ value }: { value: unknown }) => [value].flat<unknown[]>())
  @ArrayMaxSize(MAX_IDS)
  @MaxLength(35, { each: true })
  @IsString({ each: true })
  @IsArray()
  language?: string[];

  @Unused()
  age?: string;

  @Unused()
  accent?: string;

  @ApiPropertyOptional({ type: [String], description: UNUSED })
  @IsOptional()
  @Transform(({ value }: { value: unknown }) => [value].flat<unknown[]>())
  @ArrayMaxSize(MAX_IDS)
  @IsArray()
  use_cases?: unknown[];

  @Unused()
  min_notice_period_days?: string;

  @Unused()
  include_custom_rates?: string;

  @Unused()
  include_live_moderated?: string;

  @Unused()
  high_quality?: string;

  @Unused()
  fine_tuning_state?: string;

  @Unused()
  collection_id?: string;

  @ApiPropertyOptional({ enum: ['true', 'false'], description: 'The count is always told.' })
  @IsOptional()
  @IsIn(['true', 'false'])
  include_total_count?: string;
}

export class ElevenLabsVoiceDto {
  @ApiProperty()
  voice_id!: string;

  @ApiProperty()
  name!: string;

  @ApiProperty({ enum: ['premade', 'cloned'] })
  category!: string;

  @ApiProperty({ type: Object, example: { language: 'en-US', gender: 'male' } })
  labels!: object;

  @ApiPropertyOptional()
  preview_url?: string;
}

export class ElevenLabsVoicePageDto {
  @ApiProperty({ type: [ElevenLabsVoiceDto] })
  voices!: ElevenLabsVoiceDto[];

  @ApiProperty()
  has_more!: boolean;

  @ApiProperty()
  total_count!: number;

  @ApiProperty({ type: String, nullable: true })
  next_page_token!: string | null;
}

import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsLocale, IsOptional, IsString, Length, Matches, MaxLength } from 'class-validator';
import { VISIBLE_NAME, MAX_NAME_LENGTH, NAME_RULE } from '../cloning/consent/person-name.js';
import { IsCloneLocale } from '../languages/language.rules.js';
const GENDERS = ['male', 'female', 'not_specified', 'notSpecified'] as const;

/** The fields of the form that are no files. */
export class VoiceFormDto {
  @ApiProperty({ maxLength: MAX_NAME_LENGTH })
  @Matches(VISIBLE_NAME, NAME_RULE)
  @Length(1, MAX_NAME_LENGTH)
  @IsString()
  name!: string;

  @ApiPropertyOptional({ enum: GENDERS, default: 'not_specified' })
  @IsOptional()
  @IsIn(GENDERS)
  gender?: (typeof GENDERS)[number];

  @ApiPropertyOptional({ default: 'en-US' })
  @IsOptional()
  @IsCloneLocale()
  @IsLocale()
  @MaxLength(35)
  locale?: string;

  @ApiPropertyOptional({ format: 'uuid' })
  @IsOptional()
  @MaxLength(200)
  @IsString()
  consent_challenge_id?: string;

  @ApiPropertyOptional({
    deprecated: true,
    description: 'JSON with `fullName` and `email`; only where the operator allows the old flow.',
  })
  @IsOptional()
  @MaxLength(2000)
  @IsString()
  consent?: string;
}

/** The form as clients see it. */
export class CreateVoiceDto extends VoiceFormDto {
  @ApiProperty({ type: 'string', format: 'binary', description: '10 to 30 seconds, up to 25 MB.' })
  sample!: unknown;

  @ApiPropertyOptional({
    type: 'string',
    format: 'binary',
    description: 'The phrase of the challenge, read aloud by the speaker of the sample.',
  })
  consent_recording?: unknown;
}

export class ListVoicesQuery {
  @ApiPropertyOptional({ minimum: 1, maximum: 200, description: 'Absent: all in one answer.' })
  @IsOptional()
  @IsString()
  limit?: string;

  @ApiPropertyOptional({ description: '`next_cursor` of the page before.' })
  @IsOptional()
  @MaxLength(4000)
  @IsString()
  cursor?: string;

  @ApiPropertyOptional({ enum: ['shared', 'personal'] })
  @IsOptional()
  @IsIn(['shared', 'personal'])
  type?: 'shared' | 'personal';

  @ApiPropertyOptional({ description: 'Beginning of the locale, in any case.' })
  @IsOptional()
  @MaxLength(35)
  @IsString()
  locale?: string;

  @ApiPropertyOptional({ enum: GENDERS })
  @IsOptional()
  @IsIn(GENDERS)
  gender?: (typeof GENDERS)[number];

  @ApiPropertyOptional({ description: 'Only voices that this model accepts.' })
  @IsOptional()
  @MaxLength(200)
  @IsString()
  model?: string;
}

export class VoiceLanguageDto {
  @ApiProperty()
  locale!: string;

  @ApiProperty({ type: String, nullable: true })
  preview_audio!: string | null;
}

export class VoiceModelDto {
  @ApiProperty()
  name!: string;

  @ApiProperty({ type: [VoiceLanguageDto] })
  languages!: VoiceLanguageDto[];
}

export class VoiceLicenceDto {
  @ApiProperty({ example: 'CC0-1.0' })
  name!: string;

  @ApiPropertyOptional({
    description: 'The voice that its training began with, and the licence of that one.',
  })
  base?: string;

  @ApiProperty({
    enum: ['allowed', 'forbidden', 'unknown'],
    description: 'By the licence and the base together.',
  })
  commercial_use!: string;
}

export class VoiceDto {
  @ApiProperty()
  id!: string;

  @ApiProperty({ enum: ['shared', 'personal'] })
  type!: string;

  @ApiProperty()
  display_name!: string;

  @ApiProperty({ enum: ['male', 'female', 'not_specified'] })
  gender!: string;

  @ApiProperty()
  locale!: string;

  @ApiProperty({ type: String, nullable: true })
  avatar_image!: string | null;

  @ApiProperty({ type: String, nullable: true })
  preview_audio!: string | null;

  @ApiProperty({ type: [String] })
  tags!: readonly string[];

  @ApiProperty({ type: [VoiceModelDto] })
  models!: VoiceModelDto[];

  @ApiPropertyOptional({
    type: VoiceLicenceDto,
    description: 'Ours. Absent for clones, and where nobody recorded it.',
  })
  licence?: VoiceLicenceDto;

  @ApiPropertyOptional({
    enum: ['parametric', 'neural'],
    description:
      'Of clones: `parametric` imitates pitch, range, pace and colour; it is no likeness.',
  })
  quality?: string;

  @ApiPropertyOptional({ format: 'date-time' })
  created_at?: string;
}

export class VoiceListDto {
  @ApiProperty({ type: [VoiceDto] })
  voices!: VoiceDto[];

  @ApiProperty({ type: String, nullable: true })
  next_cursor!: string | null;

  @ApiProperty()
  has_more!: boolean;
}

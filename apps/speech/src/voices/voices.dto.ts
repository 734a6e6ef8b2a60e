import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  IsIn,
  IsLocale,
  IsOptional,
  IsString,
  IsUUID,
  Length,
  Matches,
  MaxLength,
} from 'class-validator';
import { VISIBLE_NAME } from './person-name.js';
import { IsCloneLocale } from '../languages/language.rules.js';

const MAX_NAME_LENGTH = 200;
const NAME_RULE = {
  message: '$property must be a name on one line, without control characters',
};
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

export class CreateChallengeDto {
  @ApiProperty({ maxLength: MAX_NAME_LENGTH, description: 'Of the person who will read.' })
  @Matches(VISIBLE_NAME, NAME_RULE)
  @Length(1, MAX_NAME_LENGTH)
  @IsString()
  full_name!: string;

  @ApiPropertyOptional({ description: 'The phrase is English, whatever is asked for.' })
  @IsOptional()
  @IsLocale()
  locale?: string;
}

export class ChallengeDto {
  @ApiProperty({ format: 'uuid' })
  @IsUUID()
  id!: string;

  @ApiProperty({ description: 'To be read aloud as it stands.' })
  phrase!: string;

  @ApiProperty()
  full_name!: string;

  @ApiProperty({ example: 'en-US' })
  locale!: string;

  @ApiProperty({ format: 'date-time' })
  expires_at!: string;
}

export class ConsentRecordDto {
  @ApiProperty()
  sequence!: number;

  @ApiProperty({ type: Object })
  facts!: object;

  @ApiProperty()
  previous_hash!: string;

  @ApiProperty()
  hash!: string;
}

export class ConsentsDto {
  @ApiProperty({ type: [ConsentRecordDto] })
  records!: ConsentRecordDto[];
}

export class ConsentAuditDto {
  @ApiProperty()
  records!: number;

  @ApiProperty({ description: 'Whether each record follows from the one before it.' })
  intact!: boolean;

  @ApiPropertyOptional({ description: 'The first that does not.' })
  broken_at?: number;
}

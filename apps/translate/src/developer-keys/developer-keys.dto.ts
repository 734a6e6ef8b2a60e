import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsDefined, IsIn, IsInt, IsString, Max, MaxLength, Min, ValidateIf } from 'class-validator';
import type { Plan } from '../access/scopes.js';
import { IsStoredText, MayBeAbsent, notSpecified, notSupported } from '../http/parameter-rules.js';

const MAX_LABEL_LENGTH = 255;
const MAX_KEY_ID_LENGTH = 100;
const PLANS = ['pro', 'free'] as const;

export class CreateKeyDto {
  @ApiPropertyOptional({ default: 'DeepL API Key', example: 'developer key prod' })
  @MayBeAbsent()
  @IsStoredText('label', { longest: MAX_LABEL_LENGTH })
  label?: string;

  @ApiPropertyOptional({
    enum: PLANS,
    default: 'pro',
    description: 'Extension: a key of the free plan ends in `:fx` and has the free quota.',
  })
  @MayBeAbsent()
  @IsIn(PLANS, notSupported('plan'))
  plan?: Plan;
}

export class KeyIdDto {
  @ApiProperty({
    description: 'Two GUIDs separated by a colon.',
    example: '559192ed-8e23-4f1c-9a5e-0e5d0c2bd0a7',
  })
  @MaxLength(MAX_KEY_ID_LENGTH, notSupported('key_id'))
  @IsString(notSupported('key_id'))
  @IsDefined(notSpecified('key_id'))
  key_id!: string;
}

export class RenameKeyDto extends KeyIdDto {
  @ApiProperty({ example: 'developer key prod' })
  @IsStoredText('label', { longest: MAX_LABEL_LENGTH })
  @IsDefined(notSpecified('label'))
  label!: string;
}

/** Present and not `null`: `null` takes a limit away. */
const IsGiven = (name: 'characters' | 'speech_to_text_milliseconds') =>
  ValidateIf((dto: LimitKeyDto) => dto[name] !== undefined && dto[name] !== null);

export class LimitKeyDto extends KeyIdDto {
  @ApiPropertyOptional({
    type: 'integer',
    nullable: true,
    description: 'Characters in a calendar month; 0 for none, `null` for no limit.',
    example: 500000,
  })
  @IsGiven('characters')
  @Max(Number.MAX_SAFE_INTEGER, notSupported('characters'))
  @Min(0, notSupported('characters'))
  @IsInt(notSupported('characters'))
  characters?: number | null;

  @ApiPropertyOptional({ type: 'integer', nullable: true, example: 0 })
  @IsGiven('speech_to_text_milliseconds')
  @Max(Number.MAX_SAFE_INTEGER, notSupported('speech_to_text_milliseconds'))
  @Min(0, notSupported('speech_to_text_milliseconds'))
  @IsInt(notSupported('speech_to_text_milliseconds'))
  speech_to_text_milliseconds?: number | null;
}

class UsageLimitsDto {
  @ApiPropertyOptional({
    type: 'integer',
    description: 'Absent when there is no limit.',
    example: 500000,
  })
  characters?: number;

  @ApiPropertyOptional({ type: 'integer', example: 0 })
  speech_to_text_milliseconds?: number;
}

export class DeveloperKeyDto {
  @ApiProperty({
    description: 'Two GUIDs separated by a colon.',
    example: '559192ed-8e23-4f1c-9a5e-0e5d0c2bd0a7',
  })
  key_id!: string;

  @ApiProperty({ example: 'developer key prod' })
  label!: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-24T10:00:00.000Z' })
  creation_time!: string;

  @ApiPropertyOptional({
    format: 'date-time',
    description: 'Of deactivated keys only.',
    example: '2026-11-24T10:00:00.000Z',
  })
  deactivated_time?: string;

  @ApiProperty()
  is_deactivated!: boolean;

  @ApiProperty({ type: UsageLimitsDto })
  usage_limits!: UsageLimitsDto;
}

export class IssuedKeyDto extends DeveloperKeyDto {
  @ApiProperty({ description: 'Extension: the secret, shown this once.', example: 'sxt_...' })
  api_key!: string;
}

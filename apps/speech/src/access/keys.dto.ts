import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Length,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { SCOPES, type Scope } from './scopes.js';

const TEN_YEARS = 315_360_000;

export class CreateKeyDto {
  @ApiProperty({ maxLength: 200 })
  @Length(1, 200)
  @IsString()
  label!: string;

  @ApiProperty({ enum: SCOPES, isArray: true })
  @ArrayMinSize(1)
  @ArrayMaxSize(SCOPES.length)
  @ArrayUnique()
  @IsIn(SCOPES, { each: true })
  @IsArray()
  scopes!: Scope[];

  @ApiPropertyOptional({ description: 'Seconds; absent: until it is revoked.', maximum: TEN_YEARS })
  @IsOptional()
  @Min(60)
  @Max(TEN_YEARS)
  @IsInt()
  expires_in?: number;
}

export class KeyDto {
  @ApiProperty()
  id!: string;

  @ApiProperty()
  label!: string;

  @ApiProperty({ description: 'First and last characters of the secret.' })
  masked!: string;

  @ApiProperty({ type: [String] })
  scopes!: readonly string[];

  @ApiProperty({ format: 'date-time' })
  created_at!: string;

  @ApiPropertyOptional({ format: 'date-time' })
  expires_at?: string;

  @ApiPropertyOptional({ format: 'date-time' })
  revoked_at?: string;
}

export class IssuedKeyDto extends KeyDto {
  @ApiProperty({ description: 'The secret; it is never shown again.' })
  key!: string;
}

export class KeyListDto {
  @ApiProperty({ type: [KeyDto] })
  keys!: KeyDto[];
}

export class TokenRequestDto {
  @ApiProperty({ enum: ['client_credentials'] })
  @IsIn(['client_credentials'])
  grant_type!: string;

  @ApiPropertyOptional({
    description: 'Scopes with spaces between them; absent: those of the key.',
  })
  @IsOptional()
  @MaxLength(1000)
  @IsString()
  scope?: string;
}

export class TokenDto {
  @ApiProperty()
  access_token!: string;

  @ApiProperty({ description: 'Seconds.' })
  expires_in!: number;

  @ApiProperty({ example: 'bearer' })
  token_type!: string;

  @ApiProperty()
  scope!: string;
}

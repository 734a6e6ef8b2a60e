import { ApiProperty } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsIn,
  IsInt,
  IsISO8601,
  IsOptional,
  IsString,
  Length,
  Max,
  Min,
} from 'class-validator';
import { SCOPES } from './caller.js';

const SCOPE_NAMES = Object.values(SCOPES);

export class CreateKeyDto {
  @ApiProperty({ example: 'back end' })
  @IsString()
  @Length(1, 100)
  label!: string;

  @ApiProperty({ enum: SCOPE_NAMES, isArray: true })
  @IsArray()
  @ArrayMaxSize(SCOPE_NAMES.length)
  @ArrayUnique()
  @IsIn(SCOPE_NAMES, { each: true })
  scopes!: string[];

  @ApiProperty({ required: false, isArray: true, type: Number, description: 'All if absent.' })
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(50)
  @ArrayUnique()
  @IsInt({ each: true })
  @Min(1, { each: true })
  @Max(999_999_999, { each: true })
  chains?: number[];

  @ApiProperty({ required: false, format: 'date-time' })
  @IsOptional()
  @IsISO8601({ strict: true })
  expires_at?: string;
}

export class KeyDto {
  @ApiProperty()
  id!: string;

  @ApiProperty()
  label!: string;

  @ApiProperty()
  masked_key!: string;

  @ApiProperty({ isArray: true, type: String })
  scopes!: string[];

  @ApiProperty({ isArray: true, type: Number, description: 'Empty: all chains.' })
  chains!: number[];

  @ApiProperty({ format: 'date-time' })
  created_at!: string;

  @ApiProperty({ format: 'date-time', nullable: true, type: String })
  expires_at!: string | null;

  @ApiProperty({ format: 'date-time', nullable: true, type: String })
  revoked_at!: string | null;
}

export class IssuedKeyDto extends KeyDto {
  @ApiProperty({ description: 'Shown once.' })
  api_key!: string;
}

import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsString,
  Length,
  Matches,
} from 'class-validator';
import { SCOPE_NAME } from '../../scopes/scope.js';
import { ROLE } from '../../users/user.js';
import { IfSent } from '../../http/members.js';

/** Shown to people on the consent page. */
const PRINTABLE = /^[^\p{Cc}\p{Cf}]+$/u;

export class CreateScopeDto {
  @ApiProperty({ type: String })
  @Matches(SCOPE_NAME, { message: 'scope_name must be printable ASCII without space, " and \\' })
  scope_name!: string;

  @ApiProperty({ type: String })
  @Length(1, 200)
  @Matches(PRINTABLE, { message: 'description must be printable' })
  @IsString()
  description!: string;

  @ApiPropertyOptional({ type: Boolean })
  @IfSent()
  @IsBoolean()
  is_default?: boolean;

  /** Roles whose holders may have it, beside administrators; everybody may when there is none. */
  @ApiPropertyOptional({ type: [String] })
  @IfSent()
  @ArrayMaxSize(20)
  @ArrayUnique()
  @Matches(ROLE, { each: true, message: 'roles must be words in small letters' })
  @IsArray()
  roles?: string[];
}

export class UpdateScopeDto {
  @ApiPropertyOptional({ type: String })
  @IfSent()
  @Length(1, 200)
  @Matches(PRINTABLE, { message: 'description must be printable' })
  @IsString()
  description?: string;

  @ApiPropertyOptional({ type: Boolean })
  @IfSent()
  @IsBoolean()
  is_default?: boolean;

  @ApiPropertyOptional({ type: Boolean })
  @IfSent()
  @IsBoolean()
  is_active?: boolean;

  /** Roles whose holders may have it, beside administrators; everybody may when there is none. */
  @ApiPropertyOptional({ type: [String] })
  @IfSent()
  @ArrayMaxSize(20)
  @ArrayUnique()
  @Matches(ROLE, { each: true, message: 'roles must be words in small letters' })
  @IsArray()
  roles?: string[];
}

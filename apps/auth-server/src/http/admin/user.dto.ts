import { Transform } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsDateString,
  IsEmail,
  IsInt,
  IsOptional,
  IsString,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { PASSWORD_LENGTH } from '../../domain/passwords.js';
import { SCOPE_NAME } from '../../domain/scope.js';
import { PageQuery, toBoolean, toNumber } from './client.dto.js';

/** Letters and digits of any script, and a few signs; no @, which would look like an address. */
const USERNAME = /^[\p{L}\p{N}][\p{L}\p{N}\p{M}._-]{0,63}$/u;
const PRINTABLE = /^[^\p{Cc}\p{Cf}]+$/u;
const ROLE = /^[a-z][a-z0-9_-]{0,31}$/;

class UserDetailsDto {
  @IsOptional()
  @IsString()
  @Length(1, 100)
  @Matches(PRINTABLE, { message: 'name must be printable' })
  name?: string;

  @IsOptional()
  @IsString()
  @Length(1, 100)
  @Matches(PRINTABLE, { message: 'given_name must be printable' })
  given_name?: string;

  @IsOptional()
  @IsString()
  @Length(1, 100)
  @Matches(PRINTABLE, { message: 'family_name must be printable' })
  family_name?: string;

  @IsOptional()
  @Matches(/^[\w-]{1,64}$/, { message: 'academy_id must be 1 to 64 letters, digits, _ or -' })
  academy_id?: string;

  @IsOptional()
  @IsArray()
  @ArrayMaxSize(20)
  @ArrayUnique()
  @Matches(ROLE, { each: true, message: 'roles must be words in small letters' })
  roles?: string[];

  @IsOptional()
  @IsBoolean()
  is_admin?: boolean;

  @IsOptional()
  @IsBoolean()
  is_verified?: boolean;
}

export class CreateUserDto extends UserDetailsDto {
  @Matches(USERNAME, { message: 'username must be 1 to 64 letters, digits, ., _ or -' })
  username!: string;

  @IsEmail()
  @MaxLength(254)
  email!: string;

  @IsString()
  @Length(PASSWORD_LENGTH.min, PASSWORD_LENGTH.max)
  password!: string;
}

export class UpdateUserDto extends UserDetailsDto {
  @IsOptional()
  @IsEmail()
  @MaxLength(254)
  email?: string;

  @IsOptional()
  @IsString()
  @Length(PASSWORD_LENGTH.min, PASSWORD_LENGTH.max)
  password?: string;

  @IsOptional()
  @IsBoolean()
  is_active?: boolean;
}

export class UserQuery extends PageQuery {
  @IsOptional()
  @Transform(toBoolean)
  @IsBoolean()
  admin?: boolean;
}

export class AdminLoginDto {
  @IsString()
  @Length(1, 254)
  username!: string;

  @IsString()
  @Length(1, PASSWORD_LENGTH.max)
  password!: string;
}

export class CreateScopeDto {
  @Matches(SCOPE_NAME, { message: 'scope_name must be printable ASCII without space, " and \\' })
  scope_name!: string;

  @IsString()
  @Length(1, 200)
  @Matches(PRINTABLE, { message: 'description must be printable' })
  description!: string;

  @IsOptional()
  @IsBoolean()
  is_default?: boolean;
}

export class UpdateScopeDto {
  @IsOptional()
  @IsString()
  @Length(1, 200)
  @Matches(PRINTABLE, { message: 'description must be printable' })
  description?: string;

  @IsOptional()
  @IsBoolean()
  is_default?: boolean;

  @IsOptional()
  @IsBoolean()
  is_active?: boolean;
}

export class AuditQuery {
  /** At most 500. */
  @IsOptional()
  @Transform(toNumber)
  @IsInt()
  @Min(1)
  @Max(500)
  limit = 100;

  /** Only records older than this sequence number. */
  @IsOptional()
  @Transform(toNumber)
  @IsInt()
  @Min(1)
  before?: number;

  @IsOptional()
  @IsString()
  @MaxLength(100)
  type?: string;

  @IsOptional()
  @IsString()
  @MaxLength(200)
  actor?: string;

  @IsOptional()
  @IsString()
  @MaxLength(200)
  subject?: string;

  @IsOptional()
  @IsDateString()
  from?: string;

  @IsOptional()
  @IsDateString()
  to?: string;
}

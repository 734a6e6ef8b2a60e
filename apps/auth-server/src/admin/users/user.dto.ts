import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsEmail,
  IsString,
  Length,
  Matches,
  MaxLength,
  ValidateNested,
} from 'class-validator';
import { PASSWORD_LENGTH } from '../../passwords/passwords.js';
import { PRINTABLE, ROLE, USERNAME } from '../../users/user.js';
import { PageQuery } from '../clients/client.dto.js';
import { IfSent, toBoolean } from '../../http/members.js';
import { StandardClaimsDto } from '../../claims/standard-claims.dto.js';

class UserDetailsDto {
  @ApiPropertyOptional({ type: String })
  @IfSent()
  @Length(1, 100)
  @Matches(PRINTABLE, { message: 'name must be printable' })
  @IsString()
  name?: string;

  @ApiPropertyOptional({ type: String })
  @IfSent()
  @Length(1, 100)
  @Matches(PRINTABLE, { message: 'given_name must be printable' })
  @IsString()
  given_name?: string;

  @ApiPropertyOptional({ type: String })
  @IfSent()
  @Length(1, 100)
  @Matches(PRINTABLE, { message: 'family_name must be printable' })
  @IsString()
  family_name?: string;

  @ApiPropertyOptional({ type: String })
  @IfSent()
  @Matches(/^[\w-]{1,64}$/, { message: 'academy_id must be 1 to 64 letters, digits, _ or -' })
  academy_id?: string;

  @ApiPropertyOptional({ type: [String] })
  @IfSent()
  @ArrayMaxSize(20)
  @ArrayUnique()
  @Matches(ROLE, { each: true, message: 'roles must be words in small letters' })
  @IsArray()
  roles?: string[];

  @ApiPropertyOptional({ type: Boolean })
  @IfSent()
  @IsBoolean()
  is_admin?: boolean;

  @ApiPropertyOptional({ type: Boolean })
  @IfSent()
  @IsBoolean()
  is_verified?: boolean;

  /** Replaces all that were there. */
  @ApiPropertyOptional({ type: StandardClaimsDto })
  @IfSent()
  @ValidateNested()
  @Type(() => StandardClaimsDto)
  claims?: StandardClaimsDto;
}

export class CreateUserDto extends UserDetailsDto {
  @ApiProperty({ type: String })
  @Matches(USERNAME, { message: 'username must be 1 to 64 letters, digits, ., _ or -' })
  username!: string;

  @ApiProperty({ type: String })
  @IsEmail()
  @MaxLength(254)
  email!: string;

  @ApiProperty({ type: String })
  @Length(PASSWORD_LENGTH.min, PASSWORD_LENGTH.max)
  @IsString()
  password!: string;
}

/** A line of a file of users. */
export class ImportedUserDto extends UserDetailsDto {
  @Matches(USERNAME, { message: 'username must be 1 to 64 letters, digits, ., _ or -' })
  username!: string;

  @IsEmail()
  @MaxLength(254)
  email!: string;

  @IfSent()
  @Length(PASSWORD_LENGTH.min, PASSWORD_LENGTH.max)
  @IsString()
  password?: string;

  /** Of another system, in the place of a password. */
  @IfSent()
  @Length(1, 1000)
  @IsString()
  password_hash?: string;
}

export class ImportQuery {
  /** Only looks whether it would work. */
  @IfSent()
  @Transform(toBoolean)
  @IsBoolean()
  dry_run = false;

  /** Mails a link to set a password to those who have none. */
  @IfSent()
  @Transform(toBoolean)
  @IsBoolean()
  send_links = false;
}

class RefusedLineDto {
  @ApiProperty({ type: 'integer' })
  line!: number;

  @ApiProperty({ type: String })
  message!: string;
}

export class ImportAnswerDto {
  @ApiProperty({ type: 'integer' })
  created!: number;

  @ApiProperty({ type: [RefusedLineDto] })
  refused!: RefusedLineDto[];
}

/** Somebody who will choose a password, and a user name where there is none here. */
export class InvitationDto extends UserDetailsDto {
  @ApiProperty({ type: String })
  @IsEmail()
  @MaxLength(254)
  email!: string;

  @ApiPropertyOptional({ type: String })
  @IfSent()
  @Matches(USERNAME, { message: 'username must be 1 to 64 letters, digits, ., _ or -' })
  username?: string;
}

/** Somebody in a file of another system, who may have no user name there. */
export class ForeignUserDto extends InvitationDto {
  @IfSent()
  @Length(1, 1000)
  @IsString()
  password_hash?: string;
}

export class UpdateUserDto extends UserDetailsDto {
  @ApiPropertyOptional({ type: String })
  @IfSent()
  @IsEmail()
  @MaxLength(254)
  email?: string;

  @ApiPropertyOptional({ type: String })
  @IfSent()
  @Length(PASSWORD_LENGTH.min, PASSWORD_LENGTH.max)
  @IsString()
  password?: string;

  @ApiPropertyOptional({ type: Boolean })
  @IfSent()
  @IsBoolean()
  is_active?: boolean;
}

export class UserQuery extends PageQuery {
  @ApiPropertyOptional({ type: Boolean })
  @IfSent()
  @Transform(toBoolean)
  @IsBoolean()
  admin?: boolean;
}

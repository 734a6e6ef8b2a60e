import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsEmail,
  IsString,
  Length,
  Matches,
  MaxLength,
} from 'class-validator';
import { PASSWORD_LENGTH } from '../passwords/passwords.js';
import { PRINTABLE } from '../users/user.js';
import { IfSent } from '../http/members.js';

/** What of a directory's user has a place here. */
export class ScimUserDto {
  @Length(1, 254)
  @Matches(PRINTABLE, { message: 'userName must be printable' })
  @IsString()
  userName!: string;

  @IfSent()
  @MaxLength(200)
  @IsString()
  externalId?: string;

  @IsEmail({}, { message: 'emails must hold an address' })
  @MaxLength(254)
  email!: string;

  @IfSent()
  @Length(1, 100)
  @Matches(PRINTABLE, { message: 'displayName must be printable' })
  @IsString()
  name?: string;

  @IfSent()
  @Length(1, 100)
  @Matches(PRINTABLE, { message: 'name.givenName must be printable' })
  @IsString()
  givenName?: string;

  @IfSent()
  @Length(1, 100)
  @Matches(PRINTABLE, { message: 'name.familyName must be printable' })
  @IsString()
  familyName?: string;

  @IfSent()
  @IsBoolean()
  active?: boolean;

  @IfSent()
  @ArrayMaxSize(100)
  @MaxLength(1000, { each: true })
  @IsString({ each: true })
  @IsArray()
  roles?: string[];

  @IfSent()
  @Length(PASSWORD_LENGTH.min, PASSWORD_LENGTH.max)
  @IsString()
  password?: string;
}

import { ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  IsBoolean,
  IsISO31661Alpha2,
  IsLocale,
  IsString,
  IsTimeZone,
  IsUrl,
  Length,
  Matches,
  ValidateNested,
} from 'class-validator';
import type { AddressClaim, StandardClaims } from './standard-claims.js';
import { IfSent } from '../http/members.js';

const PRINTABLE = /^[^\p{Cc}\p{Cf}]+$/u;
/** A formatted address has lines. */
const LINES = /^(?:[^\p{Cc}\p{Cf}]|[\r\n])+$/u;
const BIRTHDATE = /^\d{4}(-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01]))?$/;
const E164 = /^\+[1-9]\d{4,14}$/;
const WEB = { protocols: ['http', 'https'], require_protocol: true, require_tld: false };

export class AddressClaimDto implements AddressClaim {
  @ApiPropertyOptional({ type: String })
  @IfSent()
  @Length(1, 500)
  @Matches(LINES, { message: 'formatted must be printable' })
  @IsString()
  formatted?: string;

  @ApiPropertyOptional({ type: String })
  @IfSent()
  @Length(1, 200)
  @Matches(LINES, { message: 'street_address must be printable' })
  @IsString()
  street_address?: string;

  @ApiPropertyOptional({ type: String })
  @IfSent()
  @Length(1, 100)
  @Matches(PRINTABLE, { message: 'locality must be printable' })
  @IsString()
  locality?: string;

  @ApiPropertyOptional({ type: String })
  @IfSent()
  @Length(1, 100)
  @Matches(PRINTABLE, { message: 'region must be printable' })
  @IsString()
  region?: string;

  @ApiPropertyOptional({ type: String })
  @IfSent()
  @Length(1, 20)
  @Matches(PRINTABLE, { message: 'postal_code must be printable' })
  @IsString()
  postal_code?: string;

  @ApiPropertyOptional({ type: String, description: 'ISO 3166-1 alpha-2' })
  @IfSent()
  @IsISO31661Alpha2()
  country?: string;
}

/** @see OpenID Connect Core 1.0 section 5.1 */
export class StandardClaimsDto implements StandardClaims {
  @ApiPropertyOptional({ type: String })
  @IfSent()
  @Length(1, 100)
  @Matches(PRINTABLE, { message: 'middle_name must be printable' })
  @IsString()
  middle_name?: string;

  @ApiPropertyOptional({ type: String })
  @IfSent()
  @Length(1, 100)
  @Matches(PRINTABLE, { message: 'nickname must be printable' })
  @IsString()
  nickname?: string;

  @ApiPropertyOptional({ type: String })
  @IfSent()
  @IsUrl(WEB)
  profile?: string;

  @ApiPropertyOptional({ type: String })
  @IfSent()
  @IsUrl(WEB)
  picture?: string;

  @ApiPropertyOptional({ type: String })
  @IfSent()
  @IsUrl(WEB)
  website?: string;

  @ApiPropertyOptional({ type: String })
  @IfSent()
  @Length(1, 50)
  @Matches(PRINTABLE, { message: 'gender must be printable' })
  @IsString()
  gender?: string;

  @ApiPropertyOptional({ type: String, example: '1906-12-09' })
  @IfSent()
  @Matches(BIRTHDATE, { message: 'birthdate must be YYYY-MM-DD or YYYY' })
  birthdate?: string;

  @ApiPropertyOptional({ type: String, example: 'Europe/Madrid' })
  @IfSent()
  @IsTimeZone()
  zoneinfo?: string;

  @ApiPropertyOptional({ type: String, example: 'es-ES' })
  @IfSent()
  @IsLocale()
  locale?: string;

  @ApiPropertyOptional({ type: String, example: '+34911234567' })
  @IfSent()
  @Matches(E164, { message: 'phone_number must be E.164, such as +34911234567' })
  phone_number?: string;

  @ApiPropertyOptional({ type: Boolean })
  @IfSent()
  @IsBoolean()
  phone_number_verified?: boolean;

  @ApiPropertyOptional({ type: AddressClaimDto })
  @IfSent()
  @ValidateNested()
  @Type(() => AddressClaimDto)
  address?: AddressClaimDto;
}

import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { FACTOR_KINDS, type FactorKind } from '../factors/factor-store.js';
import { CLIENT_TYPES, type ClientType } from '../clients/client.js';
import { ClientMetadataDto } from './clients/client.dto.js';
import { StandardClaimsDto } from '../claims/standard-claims.dto.js';

export class TokenDto {
  @ApiProperty({ type: String })
  access_token!: string;

  @ApiProperty({ enum: ['Bearer'] })
  token_type!: 'Bearer';

  /** Seconds. */
  @ApiProperty({ type: 'integer' })
  expires_in!: number;
}

/** A client; beside these members those that it registered itself with (RFC 7591, section 2). */
export class ClientDto extends ClientMetadataDto {
  @ApiProperty({ type: String, format: 'uuid' })
  id!: string;

  @ApiProperty({ type: String })
  client_id!: string;

  @ApiProperty({ type: String })
  client_name!: string;

  @ApiProperty({ enum: CLIENT_TYPES })
  client_type!: ClientType;

  @ApiProperty({ type: [String] })
  redirect_uris!: string[];

  @ApiProperty({ type: [String] })
  scopes!: string[];

  @ApiProperty({ type: Boolean })
  is_active!: boolean;

  /** Whether it is the operator's own, for which nobody is asked for consent; the bootstrap file alone says so. */
  @ApiProperty({ type: Boolean })
  first_party!: boolean;

  @ApiProperty({ type: String, format: 'date-time' })
  created_at!: string;
}

export class ClientWithSecretDto extends ClientDto {
  /** Shown this once, when there is a new one. */
  @ApiPropertyOptional({ type: String })
  client_secret?: string;
}

export class ClientSecretDto {
  @ApiProperty({ type: String })
  client_secret!: string;
}

/** Where a page of a list stands in the whole. */
class PageDto {
  @ApiProperty({ type: 'integer' })
  total!: number;

  @ApiProperty({ type: 'integer' })
  limit!: number;

  @ApiProperty({ type: 'integer' })
  offset!: number;
}

export class ClientListDto extends PageDto {
  @ApiProperty({ type: [ClientDto] })
  clients!: ClientDto[];
}

export class ScopeDto {
  @ApiProperty({ type: String, format: 'uuid' })
  id!: string;

  @ApiProperty({ type: String })
  scope_name!: string;

  @ApiProperty({ type: String })
  description!: string;

  @ApiProperty({ type: Boolean })
  is_default!: boolean;

  /** Roles whose holders may have it, beside administrators; everybody may when there is none. */
  @ApiProperty({ type: [String] })
  roles!: string[];

  @ApiProperty({ type: Boolean })
  is_active!: boolean;

  @ApiProperty({ type: String, format: 'date-time' })
  created_at!: string;
}

export class ScopeListDto {
  @ApiProperty({ type: [ScopeDto] })
  scopes!: ScopeDto[];
}

export class UserDto {
  @ApiProperty({ type: String, format: 'uuid' })
  id!: string;

  @ApiProperty({ type: String })
  username!: string;

  @ApiProperty({ type: String, format: 'email' })
  email!: string;

  @ApiProperty({ type: Boolean })
  is_active!: boolean;

  @ApiProperty({ type: Boolean })
  is_admin!: boolean;

  @ApiProperty({ type: Boolean })
  is_verified!: boolean;

  @ApiProperty({ type: String, format: 'date-time' })
  created_at!: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  last_login!: string | null;

  @ApiProperty({ type: String, pattern: '^[0-9a-f]{24}$' })
  object_id!: string;

  @ApiProperty({ type: String })
  name!: string;

  @ApiProperty({ type: String, nullable: true })
  given_name!: string | null;

  @ApiProperty({ type: String, nullable: true })
  family_name!: string | null;

  @ApiProperty({ type: String })
  academy_id!: string;

  @ApiProperty({ type: [String] })
  roles!: string[];

  /** Further roles, by the user's groups. */
  @ApiProperty({ type: [String] })
  group_roles!: string[];

  @ApiProperty({ type: StandardClaimsDto })
  claims!: StandardClaimsDto;

  @ApiProperty({ type: String, format: 'date-time' })
  updated_at!: string;
}

export class UserListDto extends PageDto {
  @ApiProperty({ type: [UserDto] })
  users!: UserDto[];
}

export class FactorDto {
  @ApiProperty({ type: String, format: 'uuid' })
  id!: string;

  @ApiProperty({ enum: FACTOR_KINDS })
  kind!: FactorKind;

  @ApiProperty({ type: String })
  name!: string;

  @ApiProperty({ type: String, format: 'date-time' })
  created_at!: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  last_used_at!: string | null;
}

export class FactorListDto {
  @ApiProperty({ type: [FactorDto] })
  factors!: FactorDto[];

  @ApiProperty({ type: 'integer' })
  recovery_codes_left!: number;
}

export class InvitationAnswerDto {
  @ApiProperty({ type: String })
  email!: string;

  @ApiProperty({ type: String, format: 'date-time' })
  expires_at!: string;
}

import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsObject,
  IsString,
  IsUrl,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { CLIENT_TYPES, WORKSPACE, type ClientType } from '../../clients/client.js';
import { SCOPE_NAME } from '../../scopes/scope.js';
import { MappedClientDto } from './claim-mapping.dto.js';
import { IfSent, IfSentWithValue, toBoolean, toNumber } from '../../http/members.js';

/** No control characters: names are shown to people on the consent page. */
const PRINTABLE = /^[^\p{Cc}\p{Cf}]+$/u;
const ALGORITHMS = ['RS256', 'HS256', 'ES256', 'EdDSA'] as const;
const OWN_KEYS = ['RS256', 'ES256', 'EdDSA'] as const;
const AUTH_METHODS = [
  'client_secret_basic',
  'client_secret_post',
  'client_secret_jwt',
  'private_key_jwt',
  'tls_client_auth',
  'self_signed_tls_client_auth',
  'none',
] as const;
const GRANTS = [
  'authorization_code',
  'refresh_token',
  'client_credentials',
  'urn:ietf:params:oauth:grant-type:device_code',
  'urn:openid:params:grant-type:ciba',
] as const;
const WEB = { require_tld: false, protocols: ['http', 'https'], require_protocol: true };

/** What OpenID Connect Dynamic Client Registration 1.0 knows beyond the fields of spec 2. */
export class ClientMetadataDto extends MappedClientDto {
  /** Default: what fits the type and the redirect URIs. */
  @ApiPropertyOptional({ enum: GRANTS, isArray: true })
  @IfSent()
  @ArrayUnique()
  @IsIn(GRANTS, { each: true })
  @IsArray()
  grant_types?: (typeof GRANTS)[number][];

  @ApiPropertyOptional({ enum: AUTH_METHODS })
  @IfSent()
  @IsIn(AUTH_METHODS)
  token_endpoint_auth_method?: (typeof AUTH_METHODS)[number];

  /** Whether a password alone is not enough for this client. */
  @ApiPropertyOptional({ type: Boolean })
  @IfSent()
  @IsBoolean()
  require_factor?: boolean;

  /** Whether the claims of its scopes are in the ID token as well, for clients that never ask userinfo. */
  @ApiPropertyOptional({ type: Boolean })
  @IfSent()
  @IsBoolean()
  id_token_claims?: boolean;

  /** Seconds; 600 if absent. */
  @ApiPropertyOptional({ type: 'integer', minimum: 60, maximum: 3600 })
  @IfSent()
  @Min(60)
  @Max(3600)
  @IsInt()
  access_token_lifetime?: number;

  /** Seconds; 14 days if absent. */
  @ApiPropertyOptional({ type: 'integer', minimum: 60, maximum: 2_592_000 })
  @IfSent()
  @Min(60)
  @Max(2_592_000)
  @IsInt()
  refresh_token_lifetime?: number;

  /** `false` waives PKCE for a confidential client that has none (OAuth 2.1 does not); the log tells of it at each start. */
  @ApiPropertyOptional({ type: Boolean })
  @IfSent()
  @IsBoolean()
  require_pkce?: boolean;

  /** Whether it may trade people's access tokens for its own, which name it as the actor (RFC 8693). */
  @ApiPropertyOptional({ type: Boolean })
  @IfSent()
  @IsBoolean()
  token_exchange?: boolean;

  /** The only client that may do so with this one's access tokens; every one that may exchange if absent. */
  @ApiPropertyOptional({ type: String })
  @IfSent()
  @Length(1, 200)
  @IsString()
  may_act?: string;

  @ApiPropertyOptional({ enum: ['web', 'native'] })
  @IfSent()
  @IsIn(['web', 'native'])
  application_type?: 'web' | 'native';

  @ApiPropertyOptional({ enum: ALGORITHMS })
  @IfSent()
  @IsIn(ALGORITHMS)
  id_token_signed_response_alg?: (typeof ALGORITHMS)[number];

  @ApiPropertyOptional({ enum: OWN_KEYS })
  @IfSent()
  @IsIn(OWN_KEYS)
  authorization_signed_response_alg?: (typeof OWN_KEYS)[number];

  @ApiPropertyOptional({ enum: OWN_KEYS })
  @IfSent()
  @IsIn(OWN_KEYS)
  introspection_signed_response_alg?: (typeof OWN_KEYS)[number];

  @ApiPropertyOptional({ type: [String] })
  @IfSent()
  @ArrayMaxSize(50)
  @IsString({ each: true })
  @MaxLength(2000, { each: true })
  @IsArray()
  post_logout_redirect_uris?: string[];

  @ApiPropertyOptional({ type: String })
  @IfSent()
  @IsUrl(WEB)
  @MaxLength(2000)
  frontchannel_logout_uri?: string;

  @ApiPropertyOptional({ type: Boolean })
  @IfSent()
  @IsBoolean()
  frontchannel_logout_session_required?: boolean;

  @ApiPropertyOptional({ type: String })
  @IfSent()
  @IsUrl(WEB)
  @MaxLength(2000)
  backchannel_logout_uri?: string;

  @ApiPropertyOptional({ type: Boolean })
  @IfSent()
  @IsBoolean()
  backchannel_logout_session_required?: boolean;

  /** Shown at the sign-in page, as the links to the policy and the terms are. */
  @ApiPropertyOptional({ type: String })
  @IfSent()
  @IsUrl(WEB)
  @MaxLength(2000)
  logo_uri?: string;

  @ApiPropertyOptional({ type: String })
  @IfSent()
  @IsUrl(WEB)
  @MaxLength(2000)
  policy_uri?: string;

  @ApiPropertyOptional({ type: String })
  @IfSent()
  @IsUrl(WEB)
  @MaxLength(2000)
  tos_uri?: string;

  @ApiPropertyOptional({ type: String })
  @IfSent()
  @IsUrl(WEB)
  @MaxLength(2000)
  jwks_uri?: string;

  /** A JSON Web Key Set with public keys. */
  @ApiPropertyOptional({ type: 'object', additionalProperties: true })
  @IfSent()
  @IsObject()
  jwks?: Record<string, unknown>;

  @ApiPropertyOptional({ type: Boolean })
  @IfSent()
  @IsBoolean()
  require_pushed_authorization_requests?: boolean;

  @ApiPropertyOptional({ type: Boolean })
  @IfSent()
  @IsBoolean()
  dpop_bound_access_tokens?: boolean;

  /** Holds the client to the FAPI 2.0 security profile. */
  @ApiPropertyOptional({ enum: ['2.0'] })
  @IfSent()
  @IsIn(['2.0'])
  fapi_profile?: '2.0';

  /** The claim `workspace` of all its tokens: clients that share one share what services keep for it. */
  @ApiPropertyOptional({ type: String })
  @IfSent()
  @Matches(WORKSPACE, { message: 'workspace must be 1 to 64 letters, digits, _ or -' })
  workspace?: string;
}

export class CreateClientDto extends ClientMetadataDto {
  @ApiProperty({ type: String })
  @Length(1, 100)
  @Matches(PRINTABLE, { message: 'client_name must be printable' })
  @IsString()
  client_name!: string;

  @ApiProperty({ enum: CLIENT_TYPES })
  @IsIn(CLIENT_TYPES)
  client_type!: ClientType;

  @ApiProperty({ type: [String] })
  @ArrayMaxSize(50)
  @ArrayUnique()
  @IsString({ each: true })
  @MaxLength(2000, { each: true })
  @IsArray()
  redirect_uris!: string[];

  @ApiProperty({ type: [String] })
  @ArrayMaxSize(100)
  @ArrayUnique()
  @Matches(SCOPE_NAME, { each: true, message: 'scopes must hold names of scopes' })
  @IsArray()
  scopes!: string[];
}

export class UpdateClientDto extends ClientMetadataDto {
  static readonly nullTakesAway = true;

  @ApiPropertyOptional({ type: String })
  @IfSentWithValue()
  @Length(1, 100)
  @Matches(PRINTABLE, { message: 'client_name must be printable' })
  @IsString()
  client_name?: string;

  @ApiPropertyOptional({ type: [String] })
  @IfSentWithValue()
  @ArrayMaxSize(50)
  @ArrayUnique()
  @IsString({ each: true })
  @MaxLength(2000, { each: true })
  @IsArray()
  redirect_uris?: string[];

  @ApiPropertyOptional({ type: [String] })
  @IfSentWithValue()
  @ArrayMaxSize(100)
  @ArrayUnique()
  @Matches(SCOPE_NAME, { each: true, message: 'scopes must hold names of scopes' })
  @IsArray()
  scopes?: string[];

  @ApiPropertyOptional({ type: Boolean })
  @IfSentWithValue()
  @IsBoolean()
  is_active?: boolean;
}

/** A page of a list. */
export class PageQuery {
  /** Of clients what the name or the client_id holds; of users what the user name, the address or the name begins with. */
  @ApiPropertyOptional({ type: String })
  @IfSent()
  @Length(1, 100)
  @IsString()
  q?: string;

  /** At most 100. */
  @IfSent()
  @Transform(toNumber)
  @Min(1)
  @Max(100)
  @IsInt()
  limit = 20;

  @IfSent()
  @Transform(toNumber)
  @Min(0)
  @Max(1_000_000_000)
  @IsInt()
  offset = 0;

  @ApiPropertyOptional({ type: Boolean })
  @IfSent()
  @Transform(toBoolean)
  @IsBoolean()
  active?: boolean;
}

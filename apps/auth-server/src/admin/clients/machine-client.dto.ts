import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsEmail, IsFQDN, IsIn, IsIP, IsString, IsUrl, Length } from 'class-validator';
import { IfSent } from '../../http/members.js';

const SIGNED_BY_KEY = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'] as const;
const SIGNED_BY_CLIENT = [...SIGNED_BY_KEY, 'HS256'] as const;

/**
 * What clients need that sign their requests (RFC 9101), show a certificate (RFC 8705), or ask people who are elsewhere
 * (CIBA).
 */
export class MachineClientDto {
  /** Whether authorization requests of the client count only when they are signed (RFC 9101). */
  @ApiPropertyOptional({ type: Boolean })
  @IfSent()
  @IsBoolean()
  require_signed_request_object?: boolean;

  /** The only algorithm of these signatures; every one that the server takes if absent. */
  @ApiPropertyOptional({ enum: SIGNED_BY_KEY })
  @IfSent()
  @IsIn(SIGNED_BY_KEY)
  request_object_signing_alg?: (typeof SIGNED_BY_KEY)[number];

  /** The only algorithm of the client's assertions, with `private_key_jwt` and `client_secret_jwt`. */
  @ApiPropertyOptional({ enum: SIGNED_BY_CLIENT })
  @IfSent()
  @IsIn(SIGNED_BY_CLIENT)
  token_endpoint_auth_signing_alg?: (typeof SIGNED_BY_CLIENT)[number];

  /** Signed requests of CIBA: with it, no others count. */
  @ApiPropertyOptional({ enum: SIGNED_BY_KEY })
  @IfSent()
  @IsIn(SIGNED_BY_KEY)
  backchannel_authentication_request_signing_alg?: (typeof SIGNED_BY_KEY)[number];

  /** With `tls_client_auth` exactly one of the five; as RFC 4514 writes it, compared to the letter. */
  @ApiPropertyOptional({ type: String })
  @IfSent()
  @Length(1, 1000)
  @IsString()
  tls_client_auth_subject_dn?: string;

  @ApiPropertyOptional({ type: String })
  @IfSent()
  @IsFQDN({ require_tld: false })
  tls_client_auth_san_dns?: string;

  @ApiPropertyOptional({ type: String })
  @IfSent()
  @IsUrl({ require_tld: false, require_protocol: true, protocols: ['https', 'http', 'spiffe'] })
  @Length(1, 2000)
  tls_client_auth_san_uri?: string;

  @ApiPropertyOptional({ type: String })
  @IfSent()
  @IsIP()
  tls_client_auth_san_ip?: string;

  @ApiPropertyOptional({ type: String })
  @IfSent()
  @IsEmail()
  tls_client_auth_san_email?: string;

  /** Whether its access tokens count with the certificate alone that it has shown for them. */
  @ApiPropertyOptional({ type: Boolean })
  @IfSent()
  @IsBoolean()
  tls_client_certificate_bound_access_tokens?: boolean;

  /** With the grant of CIBA: how the client hears that somebody has answered. */
  @ApiPropertyOptional({ enum: ['poll', 'ping'] })
  @IfSent()
  @IsIn(['poll', 'ping'])
  backchannel_token_delivery_mode?: 'poll' | 'ping';

  /** Where it is told of that, with `ping`. */
  @ApiPropertyOptional({ type: String })
  @IfSent()
  @IsUrl({ require_tld: false, require_protocol: true, protocols: ['https'] })
  @Length(1, 2000)
  backchannel_client_notification_endpoint?: string;
}

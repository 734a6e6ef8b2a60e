import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsEmail, IsFQDN, IsIn, IsIP, IsString, IsUrl, Length } from 'class-validator';
import { IfSent } from '../../http/members.js';

/** What clients need that show a certificate (RFC 8705), or ask people who are elsewhere (CIBA). */
export class MachineClientDto {
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

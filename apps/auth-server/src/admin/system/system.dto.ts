import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsDateString, IsIn, IsInt, IsString, Length, Max, MaxLength, Min } from 'class-validator';
import { Transform } from 'class-transformer';
import { PASSWORD_LENGTH } from '../../passwords/passwords.js';
import { SIGNING_ALGORITHMS, type SigningAlgorithm } from '../../keys/signing-keys.js';
import { IfSent, toNumber } from '../../http/members.js';

export class AdminLoginDto {
  @ApiProperty({ type: String })
  @Length(1, 254)
  @IsString()
  username!: string;

  @ApiProperty({ type: String })
  @Length(1, PASSWORD_LENGTH.max)
  @IsString()
  password!: string;

  /** A code of an authenticator app, or a recovery code, for who has or needs a second factor. */
  @ApiPropertyOptional({ type: String })
  @IfSent()
  @Length(6, 40)
  @IsString()
  otp?: string;
}

export class AuditFilterQuery {
  @ApiPropertyOptional({ type: String })
  @IfSent()
  @MaxLength(100)
  @IsString()
  type?: string;

  @ApiPropertyOptional({ type: String })
  @IfSent()
  @MaxLength(200)
  @IsString()
  actor?: string;

  @ApiPropertyOptional({ type: String })
  @IfSent()
  @MaxLength(200)
  @IsString()
  subject?: string;

  @ApiPropertyOptional({ type: String })
  @IfSent()
  @IsDateString()
  from?: string;

  @ApiPropertyOptional({ type: String })
  @IfSent()
  @IsDateString()
  to?: string;
}

export class AuditQuery extends AuditFilterQuery {
  /** At most 500. */
  @IfSent()
  @Transform(toNumber)
  @Min(1)
  @Max(500)
  @IsInt()
  limit = 100;

  /** Only records older than this sequence number. */
  @ApiPropertyOptional({ type: 'integer' })
  @IfSent()
  @Transform(toNumber)
  @Min(1)
  @IsInt()
  before?: number;
}

/** The filter of the domain. */
export const auditFilterOf = ({ from, to, ...filter }: AuditFilterQuery) => ({
  ...filter,
  ...(from === undefined ? {} : { from: new Date(from) }),
  ...(to === undefined ? {} : { to: new Date(to) }),
});

export class RotationQuery {
  @ApiPropertyOptional({ enum: SIGNING_ALGORITHMS })
  @IfSent()
  @IsIn(SIGNING_ALGORITHMS)
  algorithm?: SigningAlgorithm;
}

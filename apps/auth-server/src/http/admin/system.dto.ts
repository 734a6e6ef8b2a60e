import { IsDateString, IsInt, IsString, Length, Max, MaxLength, Min } from 'class-validator';
import { Transform } from 'class-transformer';
import { PASSWORD_LENGTH } from '../../domain/passwords.js';
import { IfSent, toNumber } from './client.dto.js';

export class AdminLoginDto {
  @Length(1, 254)
  @IsString()
  username!: string;

  @Length(1, PASSWORD_LENGTH.max)
  @IsString()
  password!: string;
}

export class AuditQuery {
  /** At most 500. */
  @IfSent()
  @Transform(toNumber)
  @Min(1)
  @Max(500)
  @IsInt()
  limit = 100;

  /** Only records older than this sequence number. */
  @IfSent()
  @Transform(toNumber)
  @Min(1)
  @IsInt()
  before?: number;

  @IfSent()
  @MaxLength(100)
  @IsString()
  type?: string;

  @IfSent()
  @MaxLength(200)
  @IsString()
  actor?: string;

  @IfSent()
  @MaxLength(200)
  @IsString()
  subject?: string;

  @IfSent()
  @IsDateString()
  from?: string;

  @IfSent()
  @IsDateString()
  to?: string;
}

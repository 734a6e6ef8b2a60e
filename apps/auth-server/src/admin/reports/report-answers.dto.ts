import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsInt, Max, Min } from 'class-validator';
import {
  SIGNING_ALGORITHMS,
  type KeyStage,
  type SigningAlgorithm,
} from '../../keys/signing-keys.js';
import { IfSent, toNumber } from '../../http/members.js';
import { AuditFilterQuery } from '../system/system.dto.js';

export class DaysQuery {
  /** Days up to today, which counts. */
  @IfSent()
  @Transform(toNumber)
  @Min(1)
  @Max(366)
  @IsInt()
  days = 30;
}

class DayDto {
  /** Of UTC. */
  @ApiProperty({ type: String, format: 'date' })
  day!: string;

  @ApiProperty({ type: 'integer' })
  succeeded!: number;

  @ApiProperty({ type: 'integer' })
  failed!: number;
}

export class SignInDaysDto {
  @ApiProperty({ type: [DayDto] })
  days!: DayDto[];
}

class KeyDto {
  @ApiProperty({ type: String })
  kid!: string;

  @ApiProperty({ enum: SIGNING_ALGORITHMS })
  algorithm!: SigningAlgorithm;

  /** `next` is published, `current` signs, `previous` still verifies. */
  @ApiProperty({ enum: ['next', 'current', 'previous'] })
  stage!: KeyStage;

  /** When it entered its stage. */
  @ApiProperty({ type: String, format: 'date-time' })
  since!: string;
}

export class KeyListDto {
  @ApiProperty({ type: [KeyDto] })
  keys!: KeyDto[];
}

export class MailQuery {
  /** At most 500. */
  @IfSent()
  @Transform(toNumber)
  @Min(1)
  @Max(500)
  @IsInt()
  limit = 50;
}

class FailingMailDto {
  @ApiProperty({ type: String, format: 'uuid' })
  id!: string;

  @ApiProperty({ type: String })
  recipient!: string;

  @ApiProperty({ type: String, example: 'reset-password' })
  template!: string;

  @ApiProperty({ type: 'integer' })
  attempts!: number;

  @ApiProperty({ type: String, format: 'date-time' })
  created_at!: string;

  /** `null` while it is tried again. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  failed_at!: string | null;

  @ApiProperty({ type: String })
  failure!: string;
}

export class FailingMailsDto {
  @ApiProperty({ type: [FailingMailDto] })
  mails!: FailingMailDto[];
}

export class ExportQuery extends AuditFilterQuery {
  @ApiPropertyOptional({ enum: ['csv', 'ndjson'], default: 'csv' })
  @IfSent()
  @IsIn(['csv', 'ndjson'])
  format: 'csv' | 'ndjson' = 'csv';
}

import { ApiProperty } from '@nestjs/swagger';

class DatabaseStatusDto {
  @ApiProperty({ enum: ['up', 'down'] })
  status!: string;

  @ApiProperty({ type: 'integer' })
  pool_size!: number;

  @ApiProperty({ type: 'integer' })
  active_connections!: number;
}

class OauthStatusDto {
  @ApiProperty({ type: 'integer' })
  clients_count!: number;

  @ApiProperty({ type: 'integer' })
  scopes_count!: number;

  @ApiProperty({ type: 'integer' })
  active_tokens!: number;
}

/** Spec 2, part 2, "System status". */
export class SystemStatusDto {
  @ApiProperty({ enum: ['ok', 'degraded'] })
  status!: string;

  @ApiProperty({ type: String })
  version!: string;

  @ApiProperty({ type: DatabaseStatusDto })
  database!: DatabaseStatusDto;

  @ApiProperty({ type: OauthStatusDto })
  oauth!: OauthStatusDto;

  @ApiProperty({ type: String, example: '3d 4h 5m 6s' })
  uptime!: string;
}

class AuditRecordDto {
  @ApiProperty({ type: 'integer' })
  sequence!: number;

  @ApiProperty({ type: String, format: 'date-time' })
  at!: string;

  @ApiProperty({ type: String, example: 'login.succeeded' })
  type!: string;

  @ApiProperty({ type: String })
  actor!: string;

  /** As the person is called now; null for who is gone, and for services. */
  @ApiProperty({ type: String, nullable: true })
  actor_name!: string | null;

  @ApiProperty({ type: String })
  subject!: string;

  /** Of a person or a client. */
  @ApiProperty({ type: String, nullable: true })
  subject_name!: string | null;

  @ApiProperty({ type: String, nullable: true })
  ip!: string | null;

  @ApiProperty({ type: String, nullable: true })
  trace_id!: string | null;

  @ApiProperty({ type: 'object', additionalProperties: true })
  details!: Record<string, unknown>;
}

export class AuditListDto {
  @ApiProperty({ type: [AuditRecordDto] })
  records!: AuditRecordDto[];
}

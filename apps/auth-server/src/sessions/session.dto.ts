import { ApiProperty } from '@nestjs/swagger';

export class SessionDto {
  @ApiProperty({ type: String })
  sid!: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  signed_in_at!: string | null;

  @ApiProperty({ type: String, format: 'date-time' })
  expires_at!: string;

  @ApiProperty({ type: [String] })
  client_ids!: string[];

  /** From where it was last used, such as `Firefox, Linux`. */
  @ApiProperty({ type: String, nullable: true })
  device!: string | null;

  @ApiProperty({ type: String, nullable: true })
  ip!: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  last_used_at!: string | null;
}

export class SessionListDto {
  @ApiProperty({ type: [SessionDto] })
  sessions!: SessionDto[];
}

export class MessageDto {
  @ApiProperty({ type: String })
  message!: string;
}

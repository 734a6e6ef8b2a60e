import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { MAX_NAME_LENGTH, VISIBLE_NAME, NAME_RULE } from './person-name.js';
import { Matches, Length, IsString, IsOptional, IsLocale, IsUUID } from 'class-validator';

export class CreateChallengeDto {
  @ApiProperty({ maxLength: MAX_NAME_LENGTH, description: 'Of the person who will read.' })
  @Matches(VISIBLE_NAME, NAME_RULE)
  @Length(1, MAX_NAME_LENGTH)
  @IsString()
  full_name!: string;

  @ApiPropertyOptional({ description: 'The phrase is English, whatever is asked for.' })
  @IsOptional()
  @IsLocale()
  locale?: string;
}

export class ChallengeDto {
  @ApiProperty({ format: 'uuid' })
  @IsUUID()
  id!: string;

  @ApiProperty({ description: 'To be read aloud as it stands.' })
  phrase!: string;

  @ApiProperty()
  full_name!: string;

  @ApiProperty({ example: 'en-US' })
  locale!: string;

  @ApiProperty({ format: 'date-time' })
  expires_at!: string;
}

export class ConsentRecordDto {
  @ApiProperty()
  sequence!: number;

  @ApiProperty({ type: Object })
  facts!: object;

  @ApiProperty()
  previous_hash!: string;

  @ApiProperty()
  hash!: string;
}

export class ConsentsDto {
  @ApiProperty({ type: [ConsentRecordDto] })
  records!: ConsentRecordDto[];
}

export class ConsentAuditDto {
  @ApiProperty()
  records!: number;

  @ApiProperty({ description: 'Whether each record follows from the one before it.' })
  intact!: boolean;

  @ApiPropertyOptional({ description: 'The first that does not.' })
  broken_at?: number;
}

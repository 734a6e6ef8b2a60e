import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsISO8601, IsOptional, Matches } from 'class-validator';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

export class UsageQueryDto {
  @ApiPropertyOptional({
    format: 'date',
    description: 'The first day, UTC; 29 days before the last if absent.',
  })
  @IsOptional()
  @Matches(DAY)
  @IsISO8601({ strict: true })
  start_date?: string;

  @ApiPropertyOptional({ format: 'date', description: 'The last day, UTC; today if absent.' })
  @IsOptional()
  @Matches(DAY)
  @IsISO8601({ strict: true })
  end_date?: string;
}

export class UsageAmountDto {
  @ApiProperty()
  syntheses!: number;

  @ApiProperty({ description: 'As they are billed.' })
  characters!: number;

  @ApiProperty({ description: 'Without the streams of dialogues, whose length is not known.' })
  audio_duration_ms!: number;
}

export class DayUsageDto extends UsageAmountDto {
  @ApiProperty({ format: 'date' })
  date!: string;

  @ApiProperty({
    example: 'stream',
    description:
      'The route that spoke; `book` for books; `transcription` and `live-transcription` for what was heard.',
  })
  route!: string;
}

export class UsageDto {
  @ApiProperty({ format: 'date' })
  start_date!: string;

  @ApiProperty({ format: 'date' })
  end_date!: string;

  @ApiProperty()
  total!: UsageAmountDto;

  @ApiProperty({
    type: [DayUsageDto],
    description: 'By days and routes; days without use are left out.',
  })
  days!: DayUsageDto[];
}

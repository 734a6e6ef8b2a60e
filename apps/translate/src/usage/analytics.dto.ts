import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsDefined, IsIn, IsInt, Max, Min, ValidateBy } from 'class-validator';
import { MayBeAbsent, notSpecified, notSupported } from '../http/parameter-rules.js';

const MAX_PAGE = 1_000_000;

/** A day that exists, as ISO 8601 writes it. */
const IsDay = (name: string) =>
  ValidateBy(
    {
      name: 'isDay',
      validator: {
        validate: (value: unknown) => {
          if (typeof value !== 'string' || !/^(?!0000)\d{4}-\d{2}-\d{2}$/.test(value)) return false;
          const instant = new Date(`${value}T00:00:00Z`);
          return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(value);
        },
      },
    },
    notSupported(name),
  );

class RangeQuery {
  @ApiProperty({ format: 'date', example: '2026-11-01' })
  @IsDay('start_date')
  @IsDefined(notSpecified('start_date'))
  start_date!: string;

  @ApiProperty({ format: 'date', example: '2026-11-30', description: 'Belongs to the range.' })
  @IsDay('end_date')
  @IsDefined(notSpecified('end_date'))
  end_date!: string;
}

export class AnalyticsQuery extends RangeQuery {
  @ApiPropertyOptional({ enum: ['key', 'key_and_day'] })
  @MayBeAbsent()
  @IsIn(['', 'key', 'key_and_day'], {
    message: "Value for 'group_by' not supported. Allowed: '', 'key', 'key_and_day'.",
  })
  group_by?: '' | 'key' | 'key_and_day';
}

export class CustomTagsQuery extends RangeQuery {
  @ApiPropertyOptional({ enum: ['period', 'day'], default: 'period' })
  @MayBeAbsent()
  @IsIn(['', 'period', 'day'], {
    message: "Value for 'aggregate_by' not supported. Allowed: '', 'period', 'day'.",
  })
  aggregate_by?: '' | 'period' | 'day';

  @ApiPropertyOptional({ type: 'integer', default: 1, minimum: 1 })
  @MayBeAbsent()
  @Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' && /^\d{1,7}$/.test(value) ? Number(value) : value,
  )
  @Max(MAX_PAGE, notSupported('page'))
  @Min(1, notSupported('page'))
  @IsInt(notSupported('page'))
  page?: number;
}

export class UsageBreakdownDto {
  @ApiProperty({ type: 'integer', example: 12345 })
  total_characters!: number;

  @ApiProperty({ type: 'integer', example: 12345 })
  text_translation_characters!: number;

  @ApiProperty({ type: 'integer', example: 0 })
  document_translation_characters!: number;

  @ApiProperty({ type: 'integer', example: 0 })
  text_improvement_characters!: number;

  @ApiProperty({ description: 'This service does not transcribe speech: always 0.', example: 0 })
  speech_to_text_minutes!: number;
}

export class KeyUsageDto {
  @ApiProperty({ description: 'Masked: first and last characters only.', example: 'sxt_****3a2c' })
  api_key!: string;

  @ApiProperty({ example: 'website' })
  api_key_label!: string;

  @ApiProperty({ type: UsageBreakdownDto })
  usage!: UsageBreakdownDto;
}

export class KeyAndDayUsageDto extends KeyUsageDto {
  @ApiProperty({ format: 'date-time', example: '2026-11-01T00:00:00Z' })
  usage_date!: string;
}

class UsageReportDataDto {
  @ApiProperty({ type: UsageBreakdownDto })
  total_usage!: UsageBreakdownDto;

  @ApiProperty({ example: '2026-11-01T00:00:00' })
  start_date!: string;

  @ApiProperty({ example: '2026-11-30T00:00:00' })
  end_date!: string;

  @ApiPropertyOptional({ enum: ['key', 'key_and_day'] })
  group_by?: string;

  @ApiPropertyOptional({ type: [KeyUsageDto] })
  key_usages?: KeyUsageDto[];

  @ApiPropertyOptional({ type: [KeyAndDayUsageDto] })
  key_and_day_usages?: KeyAndDayUsageDto[];
}

export class UsageReportDto {
  @ApiProperty({ type: UsageReportDataDto })
  usage_report!: UsageReportDataDto;
}

class TagBreakdownDto {
  @ApiProperty({ type: 'integer', example: 12345 })
  total_characters!: number;

  @ApiProperty({ type: 'integer', example: 12345 })
  text_translation_characters!: number;

  @ApiProperty({ type: 'integer', example: 0 })
  text_improvement_characters!: number;
}

export class TagUsageDto {
  @ApiProperty({ example: 'website' })
  custom_tag!: string;

  @ApiPropertyOptional({ format: 'date-time', example: '2026-11-24' })
  usage_date?: string;

  @ApiProperty({ type: TagBreakdownDto })
  breakdown!: TagBreakdownDto;
}

class TagReportDataDto {
  @ApiProperty({ enum: ['period', 'day'] })
  aggregate_by!: string;

  @ApiProperty({ example: '2026-11-01T00:00:00' })
  start_date!: string;

  @ApiProperty({ example: '2026-11-30T00:00:00' })
  end_date!: string;

  @ApiProperty({ type: 'integer', nullable: true, example: 2 })
  next_page!: number | null;

  @ApiProperty({ type: [TagUsageDto] })
  usage!: TagUsageDto[];
}

export class TagReportDto {
  @ApiProperty({ type: TagReportDataDto })
  custom_tag_usage_report!: TagReportDataDto;
}

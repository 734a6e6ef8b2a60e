import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsInt,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
} from 'class-validator';
import { IsInstant } from '../sources/instant.js';

const LARGEST = Number.MAX_SAFE_INTEGER;

/** What is searched for; also that of the export. */
export class HistoryFilter {
  @ApiPropertyOptional({
    type: [String],
    maxItems: 20,
    example: ['severity=critical'],
    description: 'Labels that an event must have (name=value) or must not (name!=value).',
  })
  @IsOptional()
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? [value] : value))
  @IsArray()
  @ArrayMaxSize(20)
  @IsString({ each: true })
  @MaxLength(2000, { each: true })
  @Matches(/^[^=!]+!?=/, { each: true, message: 'label must be name=value or name!=value' })
  label?: string[];

  @ApiPropertyOptional({ description: 'Of a Kubernetes object.', example: 'Pod' })
  @IsOptional()
  @IsString()
  @MaxLength(200)
  kind?: string;

  @ApiPropertyOptional({ example: 'shop' })
  @IsOptional()
  @IsString()
  @MaxLength(200)
  namespace?: string;

  @ApiPropertyOptional({ example: 'alertmanager' })
  @IsOptional()
  @IsString()
  @MaxLength(100)
  source?: string;

  @ApiPropertyOptional({ example: 'AlertmanagerEvent' })
  @IsOptional()
  @IsString()
  @MaxLength(100)
  type?: string;

  @ApiPropertyOptional({
    description: 'Anywhere in the event, without regard to the case of ASCII letters.',
  })
  @IsOptional()
  @IsString()
  @MinLength(1)
  @MaxLength(1000)
  text?: string;

  @ApiPropertyOptional({ example: '2026-11-21T00:00:00Z', description: 'Accepted at or after it.' })
  @IsOptional()
  @IsInstant()
  from?: string;

  @ApiPropertyOptional({ example: '2026-11-22T00:00:00Z', description: 'Accepted before it.' })
  @IsOptional()
  @IsInstant()
  to?: string;
}

export class HistorySearch extends HistoryFilter {
  @ApiPropertyOptional({ minimum: 1, maximum: 500, default: 50 })
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(500)
  limit?: number;

  @ApiPropertyOptional({ description: 'Where the page before ended: its `next_before`.' })
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(LARGEST)
  before?: number;
}

export class QueueHistoryQuery {
  @ApiPropertyOptional({ minimum: 1, maximum: 24 * 366, default: 3 })
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(24 * 366)
  hours?: number;
}

export class HistoryEventView {
  @ApiProperty({ description: 'Its place in the history.' })
  readonly seq!: number;

  @ApiProperty({ description: 'When it was accepted.', example: '2026-11-21T07:03:23.537Z' })
  readonly at!: string;

  @ApiProperty()
  readonly id!: string;

  @ApiProperty({ example: 'alertmanager' })
  readonly source!: string;

  @ApiProperty({ example: 'relay/alertmanager' })
  readonly channel!: string;

  @ApiProperty({ example: 'AlertmanagerEvent' })
  readonly type!: string;

  @ApiProperty({ example: 'org.sextant.relay.alertmanager.alert.firing.v1' })
  readonly event_type!: string;

  @ApiProperty()
  readonly key!: string;

  @ApiProperty()
  readonly subject!: string;

  @ApiProperty()
  readonly time!: string;

  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' } })
  readonly labels!: Readonly<Record<string, string>>;

  @ApiProperty({ type: 'object', additionalProperties: true })
  readonly data!: object;
}

export class HistoryAnswer {
  @ApiProperty({ type: [HistoryEventView], description: 'Newest first.' })
  readonly events!: HistoryEventView[];

  @ApiProperty({
    type: Number,
    nullable: true,
    description:
      'Give it as `before` to go on; null at the end. One question looks at 50,000 events: there may be more behind an empty page.',
  })
  readonly next_before!: number | null;
}

export class HistoryDeliveryView {
  @ApiProperty()
  readonly at!: string;

  @ApiProperty({ example: 'chatbot' })
  readonly sink!: string;

  @ApiProperty({ description: 'The target without its secrets.' })
  readonly target!: string;

  @ApiProperty({
    enum: ['delivered', 'retried', 'dead', 'blank', 'duplicate', 'stale', 'coalesced', 'split'],
  })
  readonly outcome!: string;

  @ApiProperty({ type: String, nullable: true })
  readonly reason!: string | null;
}

export class HistoryEventAnswer extends HistoryEventView {
  @ApiProperty({ type: [HistoryDeliveryView], description: 'In the order of time, 500 at most.' })
  readonly deliveries!: HistoryDeliveryView[];
}

export class QueueSampleView {
  @ApiProperty()
  readonly at!: string;

  @ApiProperty()
  readonly sink!: string;

  @ApiProperty()
  readonly target!: string;

  @ApiProperty({ description: 'The most that waited.' })
  readonly waiting!: number;

  @ApiProperty({ description: 'Whether it was left alone for some of the time.' })
  readonly paused!: boolean;

  @ApiProperty()
  readonly delivered!: number;

  @ApiProperty({ description: 'Tries that failed, for now or for good.' })
  readonly failed!: number;
}

export class QueueHistoryAnswer {
  @ApiProperty({ type: [QueueSampleView] })
  readonly samples!: QueueSampleView[];
}

import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  Equals,
  IsArray,
  IsInt,
  IsOptional,
  Max,
  Min,
  ValidateBy,
  ValidateIf,
} from 'class-validator';

const LARGEST_ID = Number.MAX_SAFE_INTEGER;

export class DeadLettersQuery {
  @ApiPropertyOptional({ minimum: 1, maximum: 500, default: 50 })
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(500)
  limit?: number;

  @ApiPropertyOptional({ description: 'Only those older than the one with this id.' })
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(LARGEST_ID)
  before?: number;
}

export class ReplayBody {
  @ApiPropertyOptional({ type: [Number], maxItems: 1000, description: 'Ids of dead letters.' })
  @ValidateIf(({ all }: ReplayBody) => all === undefined)
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(1000)
  @IsInt({ each: true })
  @Min(1, { each: true })
  @Max(LARGEST_ID, { each: true })
  ids?: number[];

  @ApiPropertyOptional({ enum: [true], description: 'All of them, instead of ids.' })
  @IsOptional()
  @Equals(true)
  @ValidateBy({
    name: 'alone',
    validator: {
      validate: (_all, args) => args !== undefined && (args.object as ReplayBody).ids === undefined,
      defaultMessage: () => 'all and ids exclude each other',
    },
  })
  all?: true;
}

export class ReplayAnswer {
  @ApiProperty({ description: 'How many wait for their sinks again.' })
  readonly replayed!: number;
}

export class RemovalBody {
  @ApiProperty({ type: [Number], maxItems: 1000, description: 'Ids of dead letters.' })
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(1000)
  @IsInt({ each: true })
  @Min(1, { each: true })
  @Max(LARGEST_ID, { each: true })
  ids!: number[];
}

export class RemovalAnswer {
  @ApiProperty({ description: 'How many there were.' })
  readonly removed!: number;
}

export class DeadLetterView {
  @ApiProperty()
  readonly id!: number;

  @ApiProperty({ example: '2026-11-21T07:03:23.537Z' })
  readonly at!: string;

  @ApiProperty({ example: 'chatbot' })
  readonly sink!: string;

  @ApiProperty({ description: 'The target without its secrets.' })
  readonly target!: string;

  @ApiProperty()
  readonly reason!: string;

  @ApiProperty()
  readonly attempts!: number;

  @ApiProperty({ type: 'object', additionalProperties: true })
  readonly event!: object;
}

export class DeadLettersAnswer {
  @ApiProperty({ type: [DeadLetterView] })
  readonly dead_letters!: DeadLetterView[];

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Give it as `before` for the next page; null at the end.',
  })
  readonly next_before!: number | null;
}

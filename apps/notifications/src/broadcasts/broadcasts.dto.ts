import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { LIMITS } from '../http/limits.js';

const AUDIENCE = {
  type: 'object' as const,
  description: 'One of them.',
  properties: {
    classId: { type: 'string' as const, maxLength: LIMITS.id },
    year: { type: 'string' as const, maxLength: LIMITS.id },
    academy: { type: 'boolean' as const, enum: [true] },
  },
  additionalProperties: false,
};

const TRANSLATIONS = {
  type: 'object' as const,
  description: 'By language, for those whose account names it.',
  additionalProperties: {
    type: 'object' as const,
    required: ['title', 'description'],
    properties: {
      title: { type: 'string' as const, maxLength: LIMITS.title },
      description: { type: 'string' as const, maxLength: LIMITS.description },
    },
  },
};

export class AudienceMessageDto {
  @ApiProperty(AUDIENCE)
  audience!: object;

  @ApiProperty({ minLength: 1, maxLength: LIMITS.title })
  title!: string;

  @ApiProperty({ minLength: 1, maxLength: LIMITS.description })
  description!: string;

  @ApiPropertyOptional({ maxLength: LIMITS.category })
  category?: string;

  @ApiPropertyOptional({ description: 'Pushes do not wait for the morning.' })
  urgent?: boolean;

  @ApiPropertyOptional(TRANSLATIONS)
  translations?: object;

  @ApiPropertyOptional({ format: 'date-time', description: 'When it goes; at once if absent.' })
  sendAt?: string;

  @ApiPropertyOptional({ description: 'Only count whom it would reach.' })
  dryRun?: boolean;
}

class CountsDto {
  @ApiProperty({ type: 'integer' })
  read!: number;

  @ApiProperty({ type: 'integer' })
  pushed!: number;

  @ApiProperty({ type: 'integer' })
  mailed!: number;
}

class AudienceJobDto {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  @ApiProperty({ enum: ['scheduled', 'running', 'done', 'cancelled'] })
  state!: string;

  @ApiProperty(AUDIENCE)
  audience!: object;

  @ApiProperty()
  title!: string;

  @ApiProperty()
  description!: string;

  @ApiProperty({ format: 'date-time' })
  sendAt!: string;

  @ApiProperty({ format: 'date-time' })
  createdAt!: string;

  @ApiProperty({ format: 'date-time' })
  updatedAt!: string;

  @ApiProperty({ type: 'integer', description: 'Who have it so far.' })
  recipients!: number;

  @ApiPropertyOptional({ description: 'How many recipients; not in the list.' })
  counts?: CountsDto;
}

export class JobDto {
  @ApiProperty()
  job!: AudienceJobDto;
}

export class JobsDto {
  @ApiProperty({ type: [AudienceJobDto] })
  jobs!: AudienceJobDto[];
}

class NamedClassDto {
  @ApiProperty()
  classId!: string;

  @ApiPropertyOptional()
  year?: string;
}

class AudienceTargetsDto {
  @ApiProperty({ description: 'The whole academy.' })
  academy!: boolean;

  @ApiProperty({ type: [String] })
  years!: string[];

  @ApiProperty({ type: [NamedClassDto], description: 'By name, the first 1,000.' })
  classes!: NamedClassDto[];
}

export class TargetsDto {
  @ApiProperty()
  targets!: AudienceTargetsDto;
}

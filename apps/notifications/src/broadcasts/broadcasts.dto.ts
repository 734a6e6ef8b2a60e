import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsString } from 'class-validator';
import { fieldInvalid } from '../http/field-errors.js';
import { isMissing } from '../http/fields.js';
import { LIMITS } from '../http/limits.js';
import { Flag, Given, OptionalText, Required, RequiredText, Rule, Text } from '../http/rules.js';
import { validated } from '../http/validated.js';
import {
  isTooMuch,
  type Translation,
  type Translations,
} from '../notifications/creation/creation.js';
import { audienceOf, areLanguages } from './audience.js';
import type { BroadcastMessage } from './broadcast.js';

/** A school year ahead; later nobody remembers. */
const MAX_DAYS = 366;
const DAY_MS = 86_400_000;
/** Recipients of the smallest part. */
const LEAST_PART = 250;

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

const FitsAll = () =>
  Rule('isNotTooMuch', (value) => typeof value === 'string' && !isTooMuch(LEAST_PART, value));

/** What a message says in one language. */
class WordsDto implements Translation {
  @Text(LIMITS.title)
  title!: string;

  @Text(LIMITS.description)
  @FitsAll()
  description!: string;
}

export class AudienceMessageDto {
  @ApiProperty(AUDIENCE)
  @Required()
  @Rule('isAudience', (value) => audienceOf(value) !== undefined)
  audience!: object;

  @ApiProperty({ minLength: 1, maxLength: LIMITS.title })
  @RequiredText(LIMITS.title)
  title!: string;

  @ApiProperty({ minLength: 1, maxLength: LIMITS.description })
  @RequiredText(LIMITS.description)
  @FitsAll()
  description!: string;

  @ApiPropertyOptional({ maxLength: LIMITS.category })
  @OptionalText(LIMITS.category)
  category?: string;

  @ApiPropertyOptional({ description: 'Pushes do not wait for the morning.' })
  @Flag()
  urgent?: boolean;

  @ApiPropertyOptional(TRANSLATIONS)
  @Given()
  @Rule('areLanguages', areLanguages)
  translations?: object;

  @ApiPropertyOptional({ format: 'date-time', description: 'When it goes; at once if absent.' })
  @Given()
  @IsString()
  sendAt?: string;

  @ApiPropertyOptional({ description: 'Only count whom it would reach.' })
  @Flag()
  dryRun?: boolean;

  get isDryRun(): boolean {
    return this.dryRun === true;
  }

  /** @throws {Problem} `field_invalid` for words of a translation, and a time more than a year ahead */
  toMessage(nowMs: number): BroadcastMessage {
    const { title, description, category, urgent } = this;
    const audience = audienceOf(this.audience);
    if (audience === undefined) throw fieldInvalid('audience');
    const translations = translationsOf(this.translations);
    return {
      ...{ audience, title, description, sendAt: dateOf(this.sendAt, nowMs) },
      ...(isMissing(category) ? {} : { category }),
      ...(urgent === true ? { isUrgent: true as const } : {}),
      ...(translations === undefined ? {} : { translations }),
    };
  }
}

function translationsOf(value: object | undefined): Translations | undefined {
  if (value === undefined) return undefined;
  const entries = Object.entries(value).map(([language, words]) => {
    const { title, description } = validated(WordsDto, words);
    return [language.toLowerCase(), { title, description }] as const;
  });
  return Object.fromEntries(entries);
}

function dateOf(value: string | undefined, nowMs: number): Date {
  if (value === undefined) return new Date(nowMs);
  const ms = Date.parse(value);
  if (!(ms >= 0 && ms <= nowMs + MAX_DAYS * DAY_MS)) throw fieldInvalid('sendAt');
  return new Date(ms);
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

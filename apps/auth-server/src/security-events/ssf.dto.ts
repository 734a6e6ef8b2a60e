import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsInt,
  IsObject,
  IsString,
  Length,
  Max,
  Min,
} from 'class-validator';
import { IfSent } from '../http/members.js';

/** A stream as its receiver wants it (SSF 1.0, section 8.1.1.1). */
export class NewStreamDto {
  @ApiProperty({ type: 'object', additionalProperties: true })
  @IsObject()
  delivery!: Record<string, unknown>;

  @ApiPropertyOptional({ type: [String] })
  @IfSent()
  @ArrayMaxSize(50)
  @IsString({ each: true })
  @IsArray()
  events_requested?: string[];

  @ApiPropertyOptional({ type: String })
  @IfSent()
  @IsString()
  description?: string;
}

/** A stream as its receiver wants it from now on (SSF 1.0, sections 8.1.1.3 and 8.1.1.4). */
export class ChangedStreamDto {
  @ApiProperty({ type: String })
  @Length(1, 100)
  @IsString()
  stream_id!: string;

  @ApiPropertyOptional({ type: 'object', additionalProperties: true })
  @IfSent()
  @IsObject()
  delivery?: Record<string, unknown>;

  @ApiPropertyOptional({ type: [String] })
  @IfSent()
  @ArrayMaxSize(50)
  @IsString({ each: true })
  @IsArray()
  events_requested?: string[];

  @ApiPropertyOptional({ type: String })
  @IfSent()
  @IsString()
  description?: string;

  /** What the service says of the stream may be sent back as it was. */
  @ApiPropertyOptional({ type: String })
  @IfSent()
  @IsString()
  iss?: string;

  @ApiPropertyOptional({ type: String })
  @IfSent()
  @IsString()
  aud?: string;

  @ApiPropertyOptional({ type: [String] })
  @IfSent()
  @ArrayMaxSize(50)
  @IsString({ each: true })
  @IsArray()
  events_supported?: string[];

  @ApiPropertyOptional({ type: [String] })
  @IfSent()
  @ArrayMaxSize(50)
  @IsString({ each: true })
  @IsArray()
  events_delivered?: string[];
}

/** Which stream is meant; all without. */
export class StreamQuery {
  @ApiPropertyOptional({ type: String })
  @IfSent()
  @Length(1, 100)
  @IsString()
  stream_id?: string;
}

/** A question for events (RFC 8936, section 2.4). */
export class PollDto {
  @ApiPropertyOptional({ type: 'integer', minimum: 0, maximum: 1000 })
  @IfSent()
  @Min(0)
  @Max(1000)
  @IsInt()
  maxEvents = 100;

  @ApiPropertyOptional({ type: Boolean })
  @IfSent()
  @IsBoolean()
  returnImmediately = false;

  /** What was heard: it is not told again, nor is what was told before it. */
  @ApiPropertyOptional({ type: [String] })
  @IfSent()
  @ArrayMaxSize(1000)
  @IsString({ each: true })
  @IsArray()
  ack: string[] = [];

  @ApiPropertyOptional({ type: 'object', additionalProperties: true })
  @IfSent()
  @IsObject()
  setErrs?: Record<string, unknown>;
}

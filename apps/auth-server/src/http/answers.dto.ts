import { applyDecorators, type Type } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, ApiResponse } from '@nestjs/swagger';

/** OAuth's error object (RFC 6749, section 5.2; spec 2, part 7). */
export class ErrorDto {
  @ApiProperty({ type: String, example: 'invalid_request' })
  error!: string;

  @ApiProperty({ type: String })
  error_description!: string;

  @ApiProperty({ type: String, format: 'uri' })
  error_uri!: string;

  /** Seconds; only with `rate_limit_exceeded`. */
  @ApiPropertyOptional({ type: 'integer' })
  retry_after?: number;
}

/**
 * Describes the answer of an operation, and its errors.
 *
 * @param type of the body; absent when there is none
 */
export const Answers = (status: number, type?: Type, description = ''): MethodDecorator =>
  applyDecorators(
    ApiResponse({ status, description, ...(type === undefined ? {} : { type }) }),
    ApiResponse({ status: '4XX', type: ErrorDto, description: 'Refused' }),
    ApiResponse({ status: '5XX', type: ErrorDto, description: 'Failed' }),
  );

import { applyDecorators } from '@nestjs/common';
import {
  ApiProperty,
  ApiPropertyOptional,
  ApiResponse,
  ApiSecurity,
  ApiTags,
} from '@nestjs/swagger';

/** What the document says of every controller: its area, the key that is needed, and the errors. */
export const ApiArea = (area: string) =>
  applyDecorators(
    ApiTags(area),
    ApiSecurity('auth_header'),
    ApiError(400, 'A parameter that is wrong.', "Value for 'target_lang' not supported."),
    ApiError(
      403,
      'No key that is valid, or not one for this.',
      'Forbidden. The access token is invalid or revoked.',
    ),
    ApiError(
      429,
      'More requests than the key may send in a minute; `Retry-After` tells when to come again.',
      'Too many requests. Please wait and resend your request.',
    ),
    ApiError('4XX', 'Any other refusal.'),
    ApiError('5XX', 'Something that is not the fault of the request; may be sent again.'),
  );

/** One error of the document, in the shape of all. */
export const ApiError = (status: number | '4XX' | '5XX', description: string, message?: string) =>
  ApiResponse({
    status,
    type: ErrorDto,
    description,
    ...(message === undefined ? {} : { example: { message } }),
  });

/** Every error of this service. */
class ErrorDto {
  @ApiProperty({ example: "Value for 'target_lang' not supported." })
  message!: string;

  @ApiPropertyOptional({ description: 'More about it; of glossaries only.' })
  detail?: string;
}

import { applyDecorators } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiProperty,
  ApiPropertyOptional,
  ApiResponse,
  ApiTags,
} from '@nestjs/swagger';

/** What the document says of every controller: its area, the token, and the shape of errors. */
export const ApiArea = (area: string, token: 'user' | 'service') =>
  applyDecorators(
    ApiTags(area),
    ApiBearerAuth(token),
    ApiResponse({ status: '4XX', type: ErrorDto, description: 'What is wrong.' }),
  );

/** Every error of this service. */
class ErrorDto {
  @ApiProperty({ example: 'FIELD_REQUIRED(title)' })
  message!: string;

  @ApiPropertyOptional({
    example: '/7/userId',
    description: 'Which of many in the field, as a JSON Pointer (RFC 6901).',
  })
  at?: string;
}

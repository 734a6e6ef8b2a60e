import { applyDecorators } from '@nestjs/common';
import { ApiResponse, ApiSecurity, ApiTags } from '@nestjs/swagger';
import { ErrorDto } from './error.dto.js';

/** What the document says of every controller: its area, the key that is needed, and the shape of errors. */
export const ApiArea = (area: string) =>
  applyDecorators(
    ApiTags(area),
    ApiSecurity('auth_header'),
    ApiResponse({ status: '4XX', type: ErrorDto }),
  );

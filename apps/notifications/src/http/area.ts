import { applyDecorators } from '@nestjs/common';
import { ApiBearerAuth, ApiResponse, ApiTags } from '@nestjs/swagger';
import { ErrorDto } from '../notifications/notification.dto.js';

/** What the document says of every controller: its area, the token, and the shape of errors. */
export const ApiArea = (area: string, token: 'user' | 'service') =>
  applyDecorators(
    ApiTags(area),
    ApiBearerAuth(token),
    ApiResponse({ status: '4XX', type: ErrorDto, description: 'What is wrong.' }),
  );

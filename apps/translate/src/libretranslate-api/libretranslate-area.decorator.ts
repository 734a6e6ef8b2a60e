import { applyDecorators } from '@nestjs/common';
import { ApiResponse, ApiTags } from '@nestjs/swagger';
import { LibreTranslateErrorDto } from './libretranslate.dto.js';

const refusal = (status: number | '4XX' | '5XX', description: string, error?: string) =>
  ApiResponse({
    status,
    type: LibreTranslateErrorDto,
    description,
    ...(error === undefined ? {} : { example: { error } }),
  });

/** What the document says of every operation of this interface: its errors have a shape of their own. */
export const LibreTranslateArea = () =>
  applyDecorators(
    ApiTags('LibreTranslate'),
    refusal(400, 'A parameter that is wrong.', 'xx is not supported'),
    refusal(403, 'No key that is valid, in the header or as `api_key`.'),
    refusal('4XX', 'Any other refusal.'),
    refusal('5XX', 'Something that is not the fault of the request; may be sent again.'),
  );

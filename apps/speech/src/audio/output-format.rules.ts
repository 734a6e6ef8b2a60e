import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { OUTPUT_FORMATS } from './audio-format.js';

const NAMES = [...OUTPUT_FORMATS.keys()];

/** A member that names a format; a refusal lists them. */
export const OutputFormat = () =>
  applyDecorators(
    ApiPropertyOptional({ enum: NAMES }),
    IsOptional(),
    IsIn(NAMES, { message: `output_format must be one of: ${NAMES.join(', ')}` }),
  );

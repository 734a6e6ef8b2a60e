import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { OUTPUT_FORMATS, refusalOf } from './audio-format.js';

const NAMES = [...OUTPUT_FORMATS.keys()];

/** A member that names a format; what is refused is told what is possible. */
export const OutputFormat = () =>
  applyDecorators(
    ApiPropertyOptional({ enum: NAMES }),
    IsOptional(),
    IsIn(NAMES, { message: ({ value }) => refusalOf(value) }),
  );

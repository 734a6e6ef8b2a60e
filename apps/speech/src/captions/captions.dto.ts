import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { CAPTION_FORMATS, type CaptionFormat } from './captions.js';
import { IsIn, IsOptional, IsBoolean, Min, Max, IsInt, ValidateNested } from 'class-validator';
import { applyDecorators } from '@nestjs/common';
import { Type } from 'class-transformer';

export class CaptionsDto {
  @ApiProperty({ enum: CAPTION_FORMATS })
  @IsIn(CAPTION_FORMATS)
  format!: CaptionFormat;

  @ApiPropertyOptional({ description: 'Lights words as they are spoken; of SRT off by default.' })
  @IsOptional()
  @IsBoolean()
  highlight_words?: boolean;

  @ApiPropertyOptional({ minimum: 10, maximum: 200, default: 42 })
  @IsOptional()
  @Min(10)
  @Max(200)
  @IsInt()
  max_line_length?: number;

  @ApiPropertyOptional({ minimum: 1, maximum: 4, default: 2 })
  @IsOptional()
  @Min(1)
  @Max(4)
  @IsInt()
  max_lines?: number;
}

export function Captions() {
  return applyDecorators(
    ApiPropertyOptional({ type: CaptionsDto, description: 'Captions of what is said.' }),
    IsOptional(),
    ValidateNested(),
    Type(() => CaptionsDto),
  );
}

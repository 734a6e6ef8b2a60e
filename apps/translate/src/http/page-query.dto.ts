import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsInt, Max, Min } from 'class-validator';
import { FromDigits, MayBeAbsent, notSupported } from './parameter-rules.js';

const MAX_PAGE = 1_000_000;
const MAX_PAGE_SIZE = 25;

/** Lists of version 3 are asked for page by page. */
export class PageQuery {
  @ApiPropertyOptional({ type: 'integer', default: 0, minimum: 0 })
  @MayBeAbsent()
  @FromDigits()
  @Max(MAX_PAGE, notSupported('page'))
  @Min(0, notSupported('page'))
  @IsInt(notSupported('page'))
  page?: number;

  @ApiPropertyOptional({ type: 'integer', default: 10, minimum: 1, maximum: MAX_PAGE_SIZE })
  @MayBeAbsent()
  @FromDigits()
  @Max(MAX_PAGE_SIZE, notSupported('page_size'))
  @Min(1, notSupported('page_size'))
  @IsInt(notSupported('page_size'))
  page_size?: number;
}

import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

/** Every error of this service. */
export class ErrorDto {
  @ApiProperty({ example: "Value for 'target_lang' not supported." })
  message!: string;

  @ApiPropertyOptional({ description: 'More about it; of glossaries only.' })
  detail?: string;
}

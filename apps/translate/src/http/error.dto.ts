import { ApiProperty } from '@nestjs/swagger';

/** Every error of this service. */
export class ErrorDto {
  @ApiProperty({ example: "Value for 'target_lang' not supported." })
  message!: string;
}

import { ApiProperty } from '@nestjs/swagger';

export class WordMarkDto {
  @ApiProperty({ enum: ['word', 'mark'], description: "A mark is a place of SSML's <mark>." })
  type!: string;

  @ApiProperty({ description: 'UTF-16 units of the input, tags and references included.' })
  start!: number;

  @ApiProperty()
  end!: number;

  @ApiProperty({ description: 'Milliseconds from the beginning.' })
  start_time!: number;

  @ApiProperty()
  end_time!: number;

  @ApiProperty({ description: 'The word as it stands in the input.' })
  value!: string;
}

import { ApiProperty } from '@nestjs/swagger';

export class ServicePageDto {
  /** What the page is, such as `translate` or `administration`. */
  @ApiProperty({ type: String })
  id!: string;

  @ApiProperty({ type: String, format: 'uri' })
  url!: string;

  /** Roles of which a person needs one; everybody may when there is none. */
  @ApiProperty({ type: [String] })
  roles!: string[];
}

export class ServiceDto {
  @ApiProperty({ type: String })
  name!: string;

  @ApiProperty({ type: String, format: 'uri' })
  docs!: string;

  @ApiProperty({ type: [ServicePageDto] })
  pages!: ServicePageDto[];
}

export class ServicesDto {
  @ApiProperty({ type: [ServiceDto] })
  services!: ServiceDto[];
}

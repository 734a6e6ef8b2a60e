import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean } from 'class-validator';
import { LIMITS } from '../http/limits.js';
import { Defined, Text } from '../http/rules.js';

/** The body of `PUT /api/notifications/registrations/:user`: of the administrator's own academy. */
export class OwnRegistrationDto {
  @Defined()
  @IsBoolean()
  active!: boolean;
}

/** The body of `PUT /internal/registrations/:user`. */
export class RegistrationDto {
  @ApiProperty({ minLength: 1, maxLength: LIMITS.id })
  @Defined()
  @Text(LIMITS.id)
  academyId!: string;

  @ApiProperty()
  @Defined()
  @IsBoolean()
  active!: boolean;
}

import { IsBoolean, IsString, Length, Matches } from 'class-validator';
import { SCOPE_NAME } from '../../domain/scope.js';
import { IfSent } from './client.dto.js';

/** Shown to people on the consent page. */
const PRINTABLE = /^[^\p{Cc}\p{Cf}]+$/u;

export class CreateScopeDto {
  @Matches(SCOPE_NAME, { message: 'scope_name must be printable ASCII without space, " and \\' })
  scope_name!: string;

  @Length(1, 200)
  @Matches(PRINTABLE, { message: 'description must be printable' })
  @IsString()
  description!: string;

  @IfSent()
  @IsBoolean()
  is_default?: boolean;
}

export class UpdateScopeDto {
  @IfSent()
  @Length(1, 200)
  @Matches(PRINTABLE, { message: 'description must be printable' })
  @IsString()
  description?: string;

  @IfSent()
  @IsBoolean()
  is_default?: boolean;

  @IfSent()
  @IsBoolean()
  is_active?: boolean;
}

import { ApiPropertyOptional, ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsInt, Max, Min } from 'class-validator';
import { Given } from '../http/rules.js';
import { MAX_REMINDER_MINUTES, type Settings } from './settings.js';

export class ChangeSettingsDto {
  @ApiPropertyOptional()
  @Given()
  @IsBoolean()
  classInvitation?: boolean;

  @ApiPropertyOptional()
  @Given()
  @IsBoolean()
  classCancellation?: boolean;

  @ApiPropertyOptional()
  @Given()
  @IsBoolean()
  classApproval?: boolean;

  @ApiPropertyOptional()
  @Given()
  @IsBoolean()
  classApprovalCancel?: boolean;

  @ApiPropertyOptional()
  @Given()
  @IsBoolean()
  scheduleStart?: boolean;

  @ApiPropertyOptional()
  @Given()
  @IsBoolean()
  newPost?: boolean;

  @ApiPropertyOptional()
  @Given()
  @IsBoolean()
  directMessage?: boolean;

  @ApiPropertyOptional({ description: 'An extension.' })
  @Given()
  @IsBoolean()
  soundEnabled?: boolean;

  @ApiPropertyOptional({ description: 'An extension.' })
  @Given()
  @IsBoolean()
  reminder?: boolean;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    maximum: MAX_REMINDER_MINUTES,
    description: 'Minutes before an event. An extension.',
  })
  @Given()
  @IsInt()
  @Min(0)
  @Max(MAX_REMINDER_MINUTES)
  eventReminderDefault?: number;

  /** The members that were sent. */
  toChange(): Partial<Settings> {
    return Object.fromEntries(Object.entries(this));
  }
}

export class SettingsDto {
  @ApiProperty({ type: ChangeSettingsDto, description: 'All ten members.' })
  settings!: Required<ChangeSettingsDto>;
}

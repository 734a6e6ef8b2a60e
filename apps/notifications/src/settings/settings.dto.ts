import { ApiPropertyOptional, ApiProperty } from '@nestjs/swagger';
import { MAX_REMINDER_MINUTES } from './settings.js';

export class ChangeSettingsDto {
  @ApiPropertyOptional()
  classInvitation?: boolean;

  @ApiPropertyOptional()
  classCancellation?: boolean;

  @ApiPropertyOptional()
  classApproval?: boolean;

  @ApiPropertyOptional()
  classApprovalCancel?: boolean;

  @ApiPropertyOptional()
  scheduleStart?: boolean;

  @ApiPropertyOptional()
  newPost?: boolean;

  @ApiPropertyOptional()
  directMessage?: boolean;

  @ApiPropertyOptional({ description: 'An extension.' })
  soundEnabled?: boolean;

  @ApiPropertyOptional({ description: 'An extension.' })
  reminder?: boolean;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    maximum: MAX_REMINDER_MINUTES,
    description: 'Minutes before an event. An extension.',
  })
  eventReminderDefault?: number;
}

export class SettingsDto {
  @ApiProperty({ type: ChangeSettingsDto, description: 'All ten members.' })
  settings!: Required<ChangeSettingsDto>;
}

import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { NOTIFICATION_TYPES } from '../notifications/notification.js';
import { EMAIL_MODES, MAX_MUTED_CLASSES, MAX_UNREAD_HOURS } from './preferences.js';

const WISH = {
  type: 'object' as const,
  properties: {
    push: { type: 'boolean' as const },
    email: {
      type: 'string' as const,
      enum: [...EMAIL_MODES],
      description:
        'now; hour, day, week: together with others; unread: after unreadHours if it is still unread.',
    },
  },
};

class QuietHoursDto {
  @ApiProperty({ example: '22:00' })
  from!: string;

  @ApiProperty({ example: '07:00' })
  to!: string;
}

/** Any of the members. */
export class ChangePreferencesDto {
  @ApiPropertyOptional({
    type: 'object',
    properties: Object.fromEntries(NOTIFICATION_TYPES.map((type) => [type, WISH])),
    additionalProperties: false,
  })
  kinds?: object;

  @ApiPropertyOptional({
    type: QuietHoursDto,
    nullable: true,
    description: 'Pushes wait until they end, unless they are urgent.',
  })
  quietHours?: QuietHoursDto | null;

  @ApiPropertyOptional({
    type: 'string',
    nullable: true,
    example: 'Europe/Madrid',
    description: 'Of the IANA database; null: as the account says, else UTC.',
  })
  timeZone?: string | null;

  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: MAX_UNREAD_HOURS })
  unreadHours?: number;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    maximum: 23,
    description: 'Hour of the day at which daily and weekly mails come.',
  })
  digestHour?: number;

  @ApiPropertyOptional({
    type: [String],
    maxItems: MAX_MUTED_CLASSES,
    description: 'Classes that neither push nor e-mail tells of.',
  })
  mutedClasses?: string[];
}

class AccountDto {
  @ApiProperty({ type: 'string', nullable: true })
  email!: string | null;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Why nothing is sent to it any more.',
  })
  emailProblem!: string | null;

  @ApiProperty({ description: 'What counts now.' })
  timeZone!: string;
}

export class PreferencesDto {
  @ApiProperty({ type: ChangePreferencesDto, description: 'All members.' })
  preferences!: Required<ChangePreferencesDto>;

  @ApiProperty()
  account!: AccountDto;
}

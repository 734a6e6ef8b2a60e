import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { NOTIFICATION_TYPES } from '../notifications/notification.js';
import { IsInt, Max, Min } from 'class-validator';
import { isText } from '../http/fields.js';
import { LIMITS } from '../http/limits.js';
import { Given, Rule } from '../http/rules.js';
import { isTimeZone } from '../scheduling/local-time.js';
import {
  EMAIL_MODES,
  MAX_MUTED_CLASSES,
  MAX_UNREAD_HOURS,
  type PreferencesChange,
} from './preferences.js';
import { areKinds, isQuietHours, wrongKind } from './preference-rules.js';

const LAST_HOUR = 23;

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

const areClasses = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length <= MAX_MUTED_CLASSES &&
  value.every((one) => isText(one, LIMITS.id));

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
  @Given()
  @Rule('areKinds', areKinds, { at: wrongKind })
  kinds?: PreferencesChange['kinds'];

  @ApiPropertyOptional({
    type: QuietHoursDto,
    nullable: true,
    description: 'Pushes wait until they end, unless they are urgent.',
  })
  @Given()
  @Rule('isQuietHours', (value) => value === null || isQuietHours(value))
  quietHours?: QuietHoursDto | null;

  @ApiPropertyOptional({
    type: 'string',
    nullable: true,
    example: 'Europe/Madrid',
    description: 'Of the IANA database; null: as the account says, else UTC.',
  })
  @Given()
  @Rule('isTimeZone', (value) => value === null || (typeof value === 'string' && isTimeZone(value)))
  timeZone?: string | null;

  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: MAX_UNREAD_HOURS })
  @Given()
  @IsInt()
  @Min(1)
  @Max(MAX_UNREAD_HOURS)
  unreadHours?: number;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    maximum: LAST_HOUR,
    description: 'Hour of the day at which daily and weekly mails come.',
  })
  @Given()
  @IsInt()
  @Min(0)
  @Max(LAST_HOUR)
  digestHour?: number;

  @ApiPropertyOptional({
    type: [String],
    maxItems: MAX_MUTED_CLASSES,
    description: 'Classes that neither push nor e-mail tells of.',
  })
  @Given()
  @Rule('areClasses', areClasses)
  mutedClasses?: string[];

  /** The members that were sent. */
  toChange(): PreferencesChange {
    return Object.fromEntries(Object.entries(this));
  }
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

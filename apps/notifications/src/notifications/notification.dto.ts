import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { isTooMuch, MAX_RECIPIENTS } from './creation/creation.js';
import { LIMITS } from '../http/limits.js';
import { NOTIFICATION_TYPES, RELATED_TYPES } from './notification.js';
import type { Message } from './creation/composer.js';
import { AreRecipients } from './recipients.js';
import { Flag, OptionalText, Required, RequiredText, Rule } from '../http/rules.js';
import { isMissing } from '../http/fields.js';

const OBJECT_ID = { pattern: '^[0-9a-fA-F]{24}$', example: '65f0c1a2b3c4d5e6f7a8b9c0' };

export class PersonDto {
  @ApiProperty(OBJECT_ID)
  user!: string;

  @ApiProperty({ minLength: 1, maxLength: LIMITS.id, example: 'student-7' })
  userId!: string;

  @ApiProperty({ minLength: 1, maxLength: LIMITS.id, example: 'Ada Lovelace' })
  userName!: string;
}

/** Each recipient has the description; lists that are wrong are refused as such. */
function fitsAll(description: unknown, dto: unknown): boolean {
  const { toUserList } = dto as CreateNotificationDto;
  if (typeof description !== 'string' || !Array.isArray(toUserList)) return true;
  return !isTooMuch(toUserList.length, description);
}

export class CreateNotificationDto {
  /** Checked by one rule: classes for 10,000 of them take a third of a second (ADR 12). */
  @ApiProperty({ type: [PersonDto], minItems: 1, maxItems: MAX_RECIPIENTS })
  @Required()
  @AreRecipients()
  toUserList!: PersonDto[];

  @ApiProperty({ minLength: 1, maxLength: LIMITS.title })
  @RequiredText(LIMITS.title)
  title!: string;

  @ApiProperty({ minLength: 1, maxLength: LIMITS.description })
  @RequiredText(LIMITS.description)
  @Rule('isNotTooMuch', fitsAll)
  description!: string;

  @ApiPropertyOptional({ maxLength: LIMITS.category })
  @OptionalText(LIMITS.category)
  category?: string;

  @ApiPropertyOptional({ description: 'Pushes do not wait for the morning. An extension.' })
  @Flag()
  urgent?: boolean;

  toMessage(): Message {
    const { toUserList, title, description, category, urgent } = this;
    return {
      toUserList: toUserList.map(({ user, userId, userName }) => ({
        ...{ user: user.toLowerCase(), userId, userName },
      })),
      ...{ title, description },
      ...(isMissing(category) ? {} : { category }),
      ...(urgent === true ? { isUrgent: true as const } : {}),
    };
  }
}

export class RelatedEntityDto {
  @ApiProperty({ enum: RELATED_TYPES })
  type!: string;

  @ApiProperty()
  id!: string;
}

/** A record in a list: without its description. */
export class ListedNotificationDto extends PersonDto {
  @ApiProperty(OBJECT_ID)
  _id!: string;

  @ApiProperty({ enum: ['sent', 'received'] })
  type!: string;

  @ApiPropertyOptional({ type: [PersonDto], description: 'On sent records.' })
  toUserList?: PersonDto[];

  @ApiPropertyOptional({ ...OBJECT_ID, description: 'On received records that a person sent.' })
  fromUser?: string;

  @ApiPropertyOptional()
  fromUserId?: string;

  @ApiPropertyOptional()
  fromUserName?: string;

  @ApiProperty()
  checked!: boolean;

  @ApiPropertyOptional()
  category?: string;

  @ApiProperty()
  title!: string;

  @ApiProperty({ format: 'date-time' })
  date!: string;

  @ApiProperty({ enum: NOTIFICATION_TYPES })
  notificationType!: string;

  @ApiPropertyOptional()
  relatedEntity?: RelatedEntityDto;

  @ApiProperty()
  autoDeleteOnCheck!: boolean;

  @ApiProperty({ format: 'date-time' })
  createdAt!: string;

  @ApiProperty({ format: 'date-time' })
  updatedAt!: string;

  @ApiPropertyOptional({ format: 'date-time', description: 'Put away since then. An extension.' })
  archivedAt?: string;

  @ApiPropertyOptional({ format: 'date-time', description: 'Put off until then. An extension.' })
  snoozedUntil?: string;
}

export class NotificationDto extends ListedNotificationDto {
  @ApiPropertyOptional()
  description?: string;
}

export class CreatedDto {
  @ApiProperty({ type: [NotificationDto], description: 'Received records, then the sent one.' })
  notifications!: NotificationDto[];

  @ApiPropertyOptional({ type: [String], description: 'Users who cannot be notified.' })
  unknownRecipients?: string[];
}

export class ListDto {
  @ApiProperty({ type: [ListedNotificationDto] })
  notifications!: ListedNotificationDto[];
}

export class DetailDto {
  @ApiProperty()
  notification!: NotificationDto;
}

export class BulkCheckDto {
  @ApiProperty()
  checkedCount!: number;

  @ApiProperty()
  deletedCount!: number;
}

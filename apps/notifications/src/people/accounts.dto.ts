import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { isMissing } from '../http/fields.js';
import { LIMITS } from '../http/limits.js';
import { Flag, Given, OptionalText, RequiredText, Rule } from '../http/rules.js';
import { isTimeZone } from '../scheduling/local-time.js';
import type { Account } from './accounts.js';
import { isAddress } from './address.js';

const MAX_LOCALE = 35;
const LOCALE = /^[A-Za-z]{2,3}([-_][A-Za-z0-9]{1,8})*$/;

/** The body of `PUT /internal/people/:user`. */
export class AccountDto {
  @ApiProperty({ minLength: 1, maxLength: LIMITS.id })
  @RequiredText(LIMITS.id)
  academyId!: string;

  @ApiProperty({ minLength: 1, maxLength: LIMITS.id })
  @RequiredText(LIMITS.id)
  userId!: string;

  @ApiProperty({ minLength: 1, maxLength: LIMITS.id })
  @RequiredText(LIMITS.id)
  userName!: string;

  @ApiPropertyOptional({ description: 'Verified; null or absent: there is none.', nullable: true })
  @Given()
  @Rule('isAddress', (value) => value === null || isAddress(value))
  email?: string | null;

  @ApiPropertyOptional({ description: 'BCP 47', nullable: true, example: 'es-MX' })
  @OptionalText(MAX_LOCALE)
  locale?: string | null;

  @ApiPropertyOptional({ description: 'IANA', nullable: true, example: 'America/Mexico_City' })
  @OptionalText(LIMITS.id)
  timeZone?: string | null;

  @ApiPropertyOptional({ description: 'false: deactivated, and nothing is sent to the person' })
  @Flag()
  active?: boolean;

  @ApiPropertyOptional({ format: 'date-time', description: 'Older news changes nothing; now.' })
  @Given()
  @Rule('isDate', (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)))
  changedAt?: string;

  toAccount(user: string, nowMs: number): Account {
    const { academyId, userId, userName, email, changedAt } = this;
    const isActive = this.active ?? true;
    const locale = localeOf(this.locale);
    const timeZone = timeZoneOf(this.timeZone);
    return {
      person: { user, academyId, userId, userName },
      contact: {
        user,
        ...(typeof email === 'string' && isActive ? { email } : {}),
        ...(locale === undefined ? {} : { locale }),
        ...(timeZone === undefined ? {} : { timeZone }),
        ...(isActive ? {} : { isDeactivated: true }),
        changedAt: new Date(changedAt ?? nowMs),
      },
    };
  }
}

/** What people typed into their accounts and nobody can use is left out: the rest is right. */
const localeOf = (locale: string | null | undefined): string | undefined =>
  typeof locale === 'string' && LOCALE.test(locale) ? locale.replaceAll('_', '-') : undefined;

const timeZoneOf = (timeZone: string | null | undefined): string | undefined =>
  typeof timeZone === 'string' && !isMissing(timeZone) && isTimeZone(timeZone)
    ? timeZone
    : undefined;

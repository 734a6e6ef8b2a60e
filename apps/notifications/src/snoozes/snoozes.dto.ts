import { fieldInvalid } from '../http/field-errors.js';
import { Defined, Rule } from '../http/rules.js';

/** After that it would be gone for good (our choice). */
const MAX_DAYS = 366;
const DAY_MS = 86_400_000;

/** The body of `PUT /api/notifications/:_id/snooze`. */
export class SnoozeDto {
  @Defined()
  @Rule('isDate', (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)))
  until!: string;

  /** @throws {Problem} `field_invalid` for the past and for what is more than a year ahead */
  toDate(nowMs: number): Date {
    const ms = Date.parse(this.until);
    if (ms <= nowMs || ms > nowMs + MAX_DAYS * DAY_MS) throw fieldInvalid('until');
    return new Date(ms);
  }
}

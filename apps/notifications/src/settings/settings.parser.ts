import { type Settings, SETTING_NAMES, MAX_REMINDER_MINUTES } from './settings.js';
import { fieldInvalid } from '../http/field-errors.js';
import { membersOf, refuseOthers } from '../http/fields.js';

/** The body of `PUT /api/notifications/settings`: any of the ten members. */
export function parseSettings(body: unknown): Partial<Settings> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw fieldInvalid('body');
  const members = membersOf(body);
  refuseOthers(members, SETTING_NAMES);
  const change = Object.entries(members).map(([name, value]) => {
    const isValid = name === 'eventReminderDefault' ? isMinutes(value) : typeof value === 'boolean';
    if (!isValid) throw fieldInvalid(name);
    return [name, value] as const;
  });
  return Object.fromEntries(change);
}

const isMinutes = (value: unknown): boolean =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MAX_REMINDER_MINUTES;

import { ValidateBy } from 'class-validator';
import { isRfc3339 } from './payload.js';

/** A time with its zone (RFC 3339): ISO 8601 has more, such as weeks, which mean no moment or that of this machine's zone. */
export const IsInstant = (): PropertyDecorator =>
  ValidateBy({
    name: 'isInstant',
    validator: {
      validate: (value) => isRfc3339(value) && !Number.isNaN(Date.parse(value)),
      defaultMessage: (args) =>
        `${args?.property ?? 'it'} must be a time such as 2026-11-21T08:00:00Z`,
    },
  });

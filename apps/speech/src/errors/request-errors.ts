import { problem } from '@sextant/platform-http/errors';

/** Every failure of what a request says. */
export const REQUEST_ERRORS = {
  validation: problem('validation_failed', 400, 'The request is not valid.'),
} as const;

/** A member that is wrong, and why. */
export function invalid(field: string, message: string): Error {
  return REQUEST_ERRORS.validation({ message, details: { fields: { [field]: message } } });
}

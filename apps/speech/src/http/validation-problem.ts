import type { ValidationProblem } from '@sextant/platform-http';
import { REQUEST_ERRORS } from '../errors/request-errors.js';

/** Names every member that is wrong, as `fields: {path: message}`. */
export const validationProblem: ValidationProblem = (fields) =>
  REQUEST_ERRORS.validation({
    message: fields[0].message,
    details: { fields: Object.fromEntries(fields.map(({ field, message }) => [field, message])) },
  });

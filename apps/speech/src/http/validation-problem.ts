import type { ValidationProblem } from '@sextant/platform-http';
import { SPEECH_ERRORS } from '../errors/speech-errors.js';

/** Names every member that is wrong, as `fields: {path: message}`. */
export const validationProblem: ValidationProblem = (fields) =>
  SPEECH_ERRORS.validation({
    message: fields[0].message,
    details: { fields: Object.fromEntries(fields.map(({ field, message }) => [field, message])) },
  });

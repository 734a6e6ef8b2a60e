import { HTTP_PROBLEMS } from '@sextant/platform-http/errors';
import { UNKNOWN_FIELD, type ValidationProblem } from '@sextant/platform-http';

/**
 * Names the first parameter that is wrong, as the real service does. An unknown one is refused: misspelt
 * options are found at once. Where texts and documents are taken, what looks like no parameter at all was
 * left aside before (`withoutExtras`).
 */
export const validationProblem: ValidationProblem = ([first]) =>
  HTTP_PROBLEMS.badRequest({
    message:
      first.rule === UNKNOWN_FIELD ? `Parameter '${first.field}' is not supported.` : first.message,
  });

import type { ValidationProblem } from '@sextant/platform-http';
import { AUTH_ERRORS } from '../errors/auth-errors.js';

const MOST_TOLD = 20;

/** 422 (spec 2, part 7) with all that is wrong, a sentence for each. */
export const validationProblem: ValidationProblem = (fields) => {
  const sentences = fields.slice(0, MOST_TOLD).map(({ message }) => message.replace(/\.$/, ''));
  return AUTH_ERRORS.invalid({ message: `${[...new Set(sentences)].join('. ')}.` });
};

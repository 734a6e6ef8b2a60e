import type { ValidationProblem } from '@sextant/platform-http';
import { AUTH_ERRORS } from '../domain/auth-errors.js';

/** 422 (spec 2, part 7) with the first thing that is wrong. */
export const validationProblem: ValidationProblem = ([first]) =>
  AUTH_ERRORS.invalid({ message: `${first.message.replace(/\.$/, '')}.` });

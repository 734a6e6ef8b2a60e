import { Problem } from '@sextant/platform-http/errors';
import { ENGINE_ERRORS } from './engine-errors.js';

/** What a caller may know of a failure: a Problem as it is, of anything else that an engine failed. */
export const problemOf = (error: unknown): Problem =>
  error instanceof Problem ? error : ENGINE_ERRORS.engineFailed();

import { problem } from '../errors/index.js';

export const UPLOAD_ERRORS = {
  /** Its detail `field` names the part that is wrong. */
  invalidForm: problem('invalid_form', 400, 'The form is not valid.'),
  timeout: problem('upload_timeout', 408, 'The form took too long to come.'),
  tooLarge: problem('file_too_large', 413, 'The file is too large.'),
  busy: problem(
    'uploads_busy',
    503,
    'As many uploads are under way as can be. Try again in a few seconds.',
  ),
} as const;

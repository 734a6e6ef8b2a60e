import { problem } from '@sextant/platform-http/errors';

/** Every failure of the choice of a model. */
export const MODEL_ERRORS = {
  marksUnsupported: problem(
    'speech_marks_unsupported',
    400,
    'This model does not serve speech marks on the stream. Use simba-3.0 or simba-3.2.',
  ),
  modelNotAllowed: problem('model_not_allowed', 400, 'This model is not served on this route.'),
} as const;

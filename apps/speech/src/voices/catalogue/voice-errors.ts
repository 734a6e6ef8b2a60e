import { problem } from '@sextant/platform-http/errors';

/** Every failure of the choice of a voice. */
export const VOICE_ERRORS = {
  voiceNotFound: problem('voice_not_found', 404, 'No such voice.'),
  /** Told only to the workspace whose voice it was. */
  voiceGone: problem(
    'voice_not_found',
    404,
    'This voice was deleted, or its consent was taken back.',
  ),
  /** Its model was found broken while a request waited for it. */
  voiceRefused: problem(
    'voice_not_found',
    404,
    'The model of this voice cannot be used, and the voice is not offered any more. Choose another one.',
  ),
  voiceNotAllowed: problem('voice_not_allowed', 400, 'This model does not accept this voice.'),
  languageNotSpoken: problem(
    'language_not_supported',
    400,
    'This language is not spoken by this model or by any voice.',
  ),
  sharedVoice: problem('forbidden', 403, 'Voices of the shared catalogue cannot be changed.'),
  noSample: problem('voice_sample_not_found', 404, 'This voice was not made from a sample.'),
} as const;

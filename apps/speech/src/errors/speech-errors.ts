import { problem } from '@sextant/platform-errors';

/** Every failure that synthesis can report. */
export const SPEECH_ERRORS = {
  validation: problem('validation_failed', 400, 'The request is not valid.'),
  malformedSsml: problem('validation_failed', 400, 'The SSML is not well formed.'),
  voiceNotFound: problem('voice_not_found', 404, 'No such voice.'),
  /** Told only to the workspace whose voice it was. */
  voiceGone: problem(
    'voice_not_found',
    404,
    'This voice was deleted, or its consent was taken back.',
  ),
  marksUnsupported: problem(
    'speech_marks_unsupported',
    400,
    'This model does not serve speech marks on the stream. Use simba-3.0 or simba-3.2.',
  ),
  languageNotSpoken: problem(
    'language_not_supported',
    400,
    'This language is not spoken by this model or by any voice.',
  ),
  modelNotAllowed: problem('model_not_allowed', 400, 'This model is not served on this route.'),
  voiceNotAllowed: problem('voice_not_allowed', 400, 'This model does not accept this voice.'),
  queueFull: problem(
    'queue_full',
    429,
    'As many syntheses of this workspace wait as may. Try again after the time that Retry-After tells.',
  ),
  audioTooLong: problem('audio_too_long', 400, 'This would be too long to listen to.'),
  busy: problem('engine_busy', 503, 'The speech engine is busy. Try again in a few seconds.'),
  modelBusy: problem(
    'engine_busy',
    503,
    'The model of this voice is busy, and no speech came in time. Try again after the time that Retry-After tells.',
  ),
  engineLoading: problem(
    'engine_loading',
    503,
    'The model of this voice is being loaded. Try again after the time that Retry-After tells.',
  ),
  engineFailed: problem('upstream_failure', 502, 'The speech engine failed. Try again.'),
  engineUnavailable: problem(
    'engine_unavailable',
    503,
    'The engine of this voice is not available. Try again later.',
  ),
} as const;

import { problem } from '@sextant/platform-http/errors';
import { NO_RECOGNISER } from '../recognition/recogniser.js';

export const TRANSCRIPTION_ERRORS = {
  tooLong: problem('recording_too_long', 400, 'The recording is too long.'),
  unavailable: problem('transcription_unavailable', 503, NO_RECOGNISER),
  busy: problem(
    'engine_busy',
    503,
    'The recording was not written down in time. Ask for it with stream=true, which tells each stretch as it is heard, or try again after the time that Retry-After tells.',
  ),
  loading: problem(
    'engine_loading',
    503,
    'The model of the recogniser is being loaded. Try again after the time that Retry-After tells.',
  ),
  noTimes: problem(
    'transcription_times_unsupported',
    400,
    'The recogniser here tells no times of words: use json, text or verbose_json.',
  ),
  noTranslation: problem(
    'translation_unsupported',
    400,
    'The recogniser here does not translate: set RECOGNISER_DIR to a multilingual model of Whisper.',
  ),
} as const;

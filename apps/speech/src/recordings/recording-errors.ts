import { problem } from '@sextant/platform-http/errors';

/** Every failure of uploaded recordings. */
export const RECORDING_ERRORS = {
  notAudio: problem(
    'unsupported_audio',
    415,
    'This is no audio of an accepted kind: WAV, MP3, FLAC, Ogg (Opus, Vorbis), M4A or WebM.',
  ),
  sampleUnusable: problem('voice_sample_unusable', 422, 'The sample cannot be used.'),
  recordingUnusable: problem(
    'consent_recording_unusable',
    422,
    'The recording of the consent cannot be used.',
  ),
} as const;

import { problem } from '@sextant/platform-http/errors';

/** Segments of one memory (our choice: they are searched in this process's memory). */
export const MAX_MEMORY_SEGMENTS = 200_000;
/** Bytes of a TMX document (our choice: it is read as a whole). */
export const MAX_TMX_BYTES = 64 * 1024 * 1024;
/** Memories of one account (our choice). */
export const MAX_MEMORIES = 1000;

export const MEMORY_ERRORS = {
  notFound: problem('translation_memory_not_found', 404, 'Translation memory not found.'),
  targetMissing: problem(
    'translation_memory_target_missing',
    404,
    'Translation memory not found for this target language.',
  ),
  sourceDiffers: problem(
    'translation_memory_source_differs',
    400,
    'The source language of the translation memory does not match the request source language.',
  ),
  full: problem(
    'translation_memory_full',
    400,
    `Bad request. Reason: A translation memory holds at most ${MAX_MEMORY_SEGMENTS} segments.`,
  ),
  tooMany: problem(
    'translation_memory_quota_exceeded',
    456,
    `Quota exceeded: an account holds at most ${MAX_MEMORIES} translation memories. Delete one first.`,
  ),
  empty: problem('translation_memory_empty', 400, 'Bad request. Reason: No segment to store.'),
  jobNotFound: problem('translation_memory_job_not_found', 404, 'Job not found.'),
  uploadNotExpected: problem(
    'translation_memory_upload_not_expected',
    409,
    'This file was uploaded before, or the upload has expired.',
  ),
  fileTooLarge: problem(
    'translation_memory_file_too_large',
    413,
    'The file is larger than allowed, or than was announced.',
  ),
  fileTooSlow: problem(
    'translation_memory_file_too_slow',
    408,
    'The file came slowly while others waited. Send it again.',
  ),
} as const;

import { problem } from '@sextant/platform-http/errors';

export const BLOB_ERRORS = {
  storageUnavailable: problem(
    'storage_unavailable',
    503,
    'The storage of files cannot be reached. Try again later.',
  ),
} as const;

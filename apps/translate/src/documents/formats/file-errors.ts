import { problem } from '@sextant/platform-http/problem';

/** What is wrong with a file, or with the one that is wanted of it. */
export const FILE_ERRORS = {
  invalid: problem('document_invalid', 400, 'Invalid file data.'),
  scanned: problem(
    'document_scanned',
    400,
    'Invalid file data: it has no text; pages that are pictures, such as scanned ones, are not translated.',
  ),
  extensionUnsupported: problem('document_extension', 400, 'Unsupported file extension.'),
  outputUnsupported: problem(
    'document_output_format',
    400,
    "Value for 'output_format' not supported.",
  ),
} as const;

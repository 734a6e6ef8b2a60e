import { Problem, problem } from '@sextant/platform-http/errors';
import { RELAYER_ERRORS } from './relayer-errors.js';

/** Codes with a status below 500 are not worth a retry; the status is that of the HTTP routes. */
export const IPT_ERRORS = {
  invalidInput: problem('INVALID_INPUT', 422, 'An argument is not valid.'),
  invalidMetadata: problem('INVALID_METADATA', 422, 'The metadata is not valid.'),
  unsupportedImageType: problem(
    'UNSUPPORTED_IMAGE_TYPE',
    422,
    'Images are PNG, JPEG, WebP or SVG, and their content is what their type says.',
  ),
  imageUploadFailed: problem(
    'IMAGE_UPLOAD_FAILED',
    422,
    'There is no uploaded image with this key: PUT it to the upload URL first.',
  ),
  invalidTermsSignature: problem(
    'INVALID_TERMS_SIGNATURE',
    422,
    'The signature does not match: sign the exact message with the wallet that is named.',
  ),
  invalidWalletSignature: problem(
    'INVALID_WALLET_SIGNATURE',
    422,
    'The signature does not match: sign the exact message with the wallet that it names.',
  ),
  symbolTaken: problem(
    'SYMBOL_ALREADY_TAKEN',
    422,
    'The symbol is taken on this chain: choose another.',
  ),
  alreadyTokenized: problem(
    'ALREADY_TOKENIZED',
    422,
    'This IP-NFT is tokenized already; that can be done only once.',
  ),
  mustControl: problem(
    'MUST_CONTROL_IPNFT',
    422,
    'The wallet neither holds the reservation nor owns the IP-NFT.',
  ),
  notFound: problem('NOT_FOUND', 404, 'There is nothing with this id.'),
  forbidden: problem('FORBIDDEN', 403, 'The key or token may not do this.'),
  metadataUploadFailed: problem(
    'METADATA_UPLOAD_FAILED',
    503,
    'The content could not be stored. Try again.',
  ),
  termsMessageFailed: problem(
    'TERMS_MESSAGE_FAILED',
    503,
    'The terms message could not be made. Try again.',
  ),
  signoffFailed: problem('SIGNOFF_FAILED', 503, 'The sign-off could not be done. Try again.'),
  copyPending: problem(
    'COPY_PENDING',
    503,
    'The second copy of the content is not confirmed yet: nothing was signed. Try again.',
  ),
  keyServiceUnavailable: problem(
    'KEY_SERVICE_UNAVAILABLE',
    503,
    'The service that holds the key of agreements cannot be reached. Try again.',
  ),
  fontUnavailable: problem(
    'FONT_UNAVAILABLE',
    503,
    'The agreement was not printed: a font for its Chinese, Japanese or Korean characters or its signs is not available now. Try again later, or leave these characters out.',
  ),
  ownershipNotSettled: problem(
    'OWNERSHIP_NOT_SETTLED',
    503,
    'The transfer of the IP-NFT is not safe from a reorganization yet. Try again.',
  ),
  keyRefused: problem(
    'KEY_REFUSED',
    422,
    'The stored key of the agreement does not open: ask whoever runs the service.',
  ),
  chainUnavailable: problem('CHAIN_UNAVAILABLE', 503, 'The chain cannot be reached. Try again.'),
  quotaExceeded: problem(
    'QUOTA_EXCEEDED',
    413,
    'There is no room left: ask whoever runs the service for a larger quota.',
  ),
  rateLimited: problem('RATE_LIMITED', 429, 'Too many requests. Try again later.'),
  internal: problem('INTERNAL_ERROR', 500, 'Something failed inside the service. Try again.'),
  ...RELAYER_ERRORS,
} as const;

/** Whether the same call may succeed later, unchanged: outages and limits, never refusals. */
export const isRetryable = ({ status }: Problem): boolean => status >= 500 || status === 429;

const OUTAGES: readonly string[] = ['CHAIN_UNAVAILABLE', 'TERMS_MESSAGE_FAILED'];

/** Gives outages of the chain, and of the content, the code of the operation that met them. */
export async function withOutage<T>(
  code: 'signoffFailed' | 'termsMessageFailed',
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Problem && OUTAGES.includes(error.code)) {
      throw IPT_ERRORS[code]({ cause: error });
    }
    throw error;
  }
}

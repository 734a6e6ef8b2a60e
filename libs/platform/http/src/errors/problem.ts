export interface ProblemDetails {
  /** Replaces the catalogue's message: still public, still free of secrets. */
  readonly message?: string;
  /** Public facts about this case, such as the fields that were wrong. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** HTTP headers that belong to the answer, such as `Retry-After`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What led to it: logged, never answered. */
  readonly cause?: unknown;
}

/** A failure that the caller may know about: a stable code, an HTTP status and a safe message. */
export class Problem extends Error {
  readonly details: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    readonly code: string,
    readonly status: number,
    message: string,
    { details = {}, headers = {}, cause }: ProblemDetails = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'Problem';
    this.details = details;
    this.headers = headers;
  }
}

/** Makes the Problems of one code. */
export type ProblemFactory = (details?: ProblemDetails) => Problem;

/**
 * One entry of a service's catalogue of errors, the only birthplace of its code.
 *
 * ```ts
 * const VOICE_ERRORS = { notFound: problem('voice_not_found', 404, 'No such voice.') };
 * throw VOICE_ERRORS.notFound();
 * ```
 */
export const problem =
  (code: string, status: number, message: string): ProblemFactory =>
  (details = {}) =>
    new Problem(code, status, details.message ?? message, details);

/** The Problems of HTTP itself, common to all services. */
export const HTTP_PROBLEMS = {
  badRequest: problem('bad_request', 400, 'The request is not valid.'),
  malformedBody: problem('malformed_body', 400, 'The body could not be parsed.'),
  invalidEncoding: problem('invalid_encoding', 400, 'The body is not valid UTF-8.'),
  notFound: problem('not_found', 404, 'There is nothing at this address.'),
  methodNotAllowed: problem('method_not_allowed', 405, 'This method is not allowed here.'),
  tooLarge: problem('body_too_large', 413, 'The body is too large.'),
  unsupportedMediaType: problem(
    'unsupported_media_type',
    415,
    'This Content-Type, charset or Content-Encoding is not supported.',
  ),
  tooManyRequests: problem('too_many_requests', 429, 'Too many requests. Try again later.'),
  internal: problem('internal_error', 500, 'Internal error.'),
  unavailable: problem('unavailable', 503, 'The service is not available. Try again later.'),
  timeout: problem('timeout', 503, 'The request took too long. Try again later.'),
} as const;

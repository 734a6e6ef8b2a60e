/** Why a call failed, for people to read and for pages to act on. */
export interface ApiFailure {
  /** 0 when no answer came. */
  readonly status: number;
  /** The service's own code; `unreachable`, `timeout` or `http_<status>` where it gives none. */
  readonly code: string;
  readonly message: string;
  readonly traceId?: string | undefined;
  /** Milliseconds that the service asks to wait for. */
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
}

/** The one error that calls of a page end with, whatever shape the service has. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly traceId: string | undefined;
  readonly retryAfterMs: number | undefined;

  constructor({ status, code, message, traceId, retryAfterMs, cause }: ApiFailure) {
    super(message, { cause });
    this.status = status;
    this.code = code;
    this.traceId = traceId;
    this.retryAfterMs = retryAfterMs;
  }
}

type Members = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (...values: readonly unknown[]): string | undefined =>
  values.find((value): value is string => typeof value === 'string' && value !== '');

/**
 * What the body of a refusal says. Every service has the shape of its own specification:
 * `{message, detail?}`, `{error, error_description}` (RFC 6749), `{error: {code, message}}`,
 * `{isSuccess: false, error: {…}}`, and `{errors: [{message, extensions}]}` of GraphQL.
 */
export function readRefusal(body: unknown): Pick<ApiFailure, 'traceId'> & Partial<ApiFailure> {
  if (!isObject(body)) return {};
  const { error } = body;
  if (isObject(error)) return named(error, { code: error['code'], message: error['message'] });
  if (typeof error === 'string') {
    return named(body, { code: error, message: body['error_description'] ?? error });
  }
  const [first] = Array.isArray(body['errors']) ? (body['errors'] as readonly unknown[]) : [];
  if (isObject(first)) {
    const { extensions } = first;
    const code = isObject(extensions) ? extensions['code'] : undefined;
    return named(body, { code, message: first['message'] });
  }
  return named(body, { code: body['code'], message: body['message'] ?? body['Message'] });
}

function named(
  where: Members,
  { code, message }: { readonly code: unknown; readonly message: unknown },
): Partial<ApiFailure> {
  const traceId = textOf(where['trace_id'], where['request_id']);
  const known = { code: textOf(code), message: textOf(message), traceId };
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined));
}

/** ipt-graphql answers 200 to what it refuses. */
export const isInBandRefusal = (body: unknown): boolean =>
  isObject(body) && body['isSuccess'] === false;

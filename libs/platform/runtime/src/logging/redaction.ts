/**
 * Ends of names whose values never reach a log line, at any depth: lower case, without `_` and `-`.
 *
 * `bootstrapAuthKey`, `AUTH_KEY` and `auth-key` all end with `authkey`.
 */
export const SENSITIVE_NAMES: readonly string[] = [
  'accesskey',
  'adminkey',
  'apikey',
  'authkey',
  'authorization',
  'codeverifier',
  'cookie',
  'databaseurl',
  'email',
  'password',
  'passwd',
  'privatekey',
  'secret',
  'secretkey',
  'token',
];

const MAX_DEPTH = 8;
const CENSORED = '[redacted]';

/** The names of fields are few, and the same in every line. */
const known = new Map<string, boolean>();
const MOST_KNOWN = 1000;

function isSensitive(name: string): boolean {
  const found = known.get(name);
  if (found !== undefined) return found;
  const plain = name.replaceAll(/[_-]/g, '').toLowerCase();
  const answer = SENSITIVE_NAMES.some((end) => plain.endsWith(end));
  if (known.size < MOST_KNOWN) known.set(name, answer);
  return answer;
}

/** A copy of the fields of a line without secrets and personal data. */
export const redact = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      isSensitive(name) && value !== undefined ? CENSORED : redactValue(value, 1),
    ]),
  );

function redactValue(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) return '[too deep]';
  if (isError(value)) return describeError(value, depth);
  if (Array.isArray(value)) return value.map((item: unknown) => redactValue(item, depth + 1));
  if (value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]: [string, unknown]) => [
      name,
      isSensitive(name) && member !== undefined ? CENSORED : redactValue(member, depth + 1),
    ]),
  );
}

interface ErrorLike {
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
  readonly code?: unknown;
  readonly cause?: unknown;
  readonly errors?: unknown;
}

const isError = (value: object): value is ErrorLike =>
  typeof (value as Partial<ErrorLike>).message === 'string' && 'stack' in value;

/** Only what errors have in common: drivers hang queries and their parameters on theirs. */
function describeError({ name, message, stack, code, cause, errors }: ErrorLike, depth: number) {
  return {
    type: name,
    message,
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    stack,
    ...(cause === undefined ? {} : { cause: redactValue(cause, depth + 1) }),
    ...(Array.isArray(errors) ? { errors: redactValue(errors, depth + 1) } : {}),
  };
}

import type { Problem, ProblemBody } from '@sextant/platform-http/errors';

/** What is wrong with a request as a whole, in the words of the specification. */
const FIELDS: Readonly<Record<string, string>> = {
  malformed_body: 'body',
  invalid_encoding: 'body',
  idempotency_key_malformed: 'Idempotency-Key',
  bad_request: 'request',
};

/** `{message}`, our choice: spec 2 shows messages and no body shape. */
export const errorBody: ProblemBody = (problem, traceId) => ({
  message: problem.status >= 500 ? `${problem.message} Trace id: ${traceId}.` : wordsOf(problem),
  ...('at' in problem.details ? { at: problem.details['at'] } : {}),
});

function wordsOf({ code, message }: Problem): string {
  const field = FIELDS[code];
  return field === undefined ? message : `FIELD_INVALID(${field})`;
}

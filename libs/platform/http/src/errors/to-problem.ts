import { HttpException } from '@nestjs/common';
import { HTTP_PROBLEMS, Problem, type ProblemFactory } from './problem.js';

/** Turns an app's own kinds of error into Problems; `undefined` for those it does not know. */
export type Recognise = (error: unknown) => Problem | undefined;

const BY_STATUS: Readonly<Record<number, ProblemFactory>> = {
  400: HTTP_PROBLEMS.badRequest,
  404: HTTP_PROBLEMS.notFound,
  405: HTTP_PROBLEMS.methodNotAllowed,
  413: HTTP_PROBLEMS.tooLarge,
  415: HTTP_PROBLEMS.unsupportedMediaType,
  429: HTTP_PROBLEMS.tooManyRequests,
  503: HTTP_PROBLEMS.unavailable,
};

/** The `type` of the errors that Express's body parsers throw. */
const BY_PARSER_TYPE: Readonly<Record<string, ProblemFactory>> = {
  'charset.unsupported': HTTP_PROBLEMS.unsupportedMediaType,
  'encoding.unsupported': HTTP_PROBLEMS.unsupportedMediaType,
  'entity.parse.failed': HTTP_PROBLEMS.malformedBody,
  'entity.too.large': HTTP_PROBLEMS.tooLarge,
  'parameters.too.many': HTTP_PROBLEMS.tooLarge,
  'request.aborted': HTTP_PROBLEMS.badRequest,
  'request.size.invalid': HTTP_PROBLEMS.badRequest,
};

/** Finds the Problem that an error stands for; anything unknown is an internal error. */
export function toProblem(error: unknown, recognise: Recognise): Problem {
  if (error instanceof Problem) return error;
  const recognised = recognise(error);
  if (recognised !== undefined) return recognised;
  if (error instanceof HttpException) return fromStatus(error.getStatus(), error);
  return fromParser(error) ?? HTTP_PROBLEMS.internal({ cause: error });
}

function fromStatus(status: number, cause: unknown): Problem {
  const known = BY_STATUS[status];
  if (known !== undefined) return known({ cause });
  if (status >= 500) return HTTP_PROBLEMS.internal({ cause });
  return new Problem('request_refused', status, 'The request was refused.', { cause });
}

function fromParser(error: unknown): Problem | undefined {
  if (!(error instanceof Error)) return undefined;
  const { type, status } = error as { type?: unknown; status?: unknown };
  if (typeof type === 'string' && BY_PARSER_TYPE[type]) {
    return BY_PARSER_TYPE[type]({ cause: error });
  }
  // http-errors of other middleware, and URIError of a malformed path (Express marks it 400).
  return typeof status === 'number' && status >= 400 && status < 500
    ? fromStatus(status, error)
    : undefined;
}

import { ValidationPipe, type ValidationError } from '@nestjs/common';
import { HTTP_PROBLEMS, type Problem } from '@sextant/platform-errors';

/** One member of a request that was refused. */
export interface InvalidField {
  /** Path of the member, such as `items.0.name`. */
  readonly field: string;
  /** Which rule it broke: a constraint's name of class-validator, such as `isString`. */
  readonly rule: string;
  readonly message: string;
}

/** The rule of members that the endpoint does not know. */
export const UNKNOWN_FIELD = 'whitelistValidation';

/** Makes an app's Problem out of what was wrong, in the order of the DTO's members. */
export type ValidationProblem = (fields: readonly [InvalidField, ...InvalidField[]]) => Problem;

export const plainValidationProblem: ValidationProblem = (fields) =>
  HTTP_PROBLEMS.badRequest({
    message: fields[0].message,
    details: { fields: fields.map(({ field, message }) => ({ field, message })) },
  });

/** Validates DTOs: unknown members are refused, plain values become class instances. */
export const validationPipe = (problem: ValidationProblem): ValidationPipe =>
  new ValidationPipe({
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: true,
    transform: true,
    stopAtFirstError: true,
    exceptionFactory: (errors) => {
      const [first, ...rest] = errors.flatMap((error) => invalidFields(error, ''));
      return first === undefined ? HTTP_PROBLEMS.badRequest() : problem([first, ...rest]);
    },
  });

function invalidFields(error: ValidationError, prefix: string): InvalidField[] {
  const field = `${prefix}${error.property}`;
  const own = Object.entries(error.constraints ?? {}).map(([rule, message]) => ({
    field,
    rule,
    message: rule === UNKNOWN_FIELD ? `Unknown member: ${field}.` : message,
  }));
  return [...own, ...(error.children ?? []).flatMap((child) => invalidFields(child, `${field}.`))];
}

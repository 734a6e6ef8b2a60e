import {
  ValidationPipe,
  type ArgumentMetadata,
  type ValidationError,
  type ValidationPipeOptions,
} from '@nestjs/common';
import { HTTP_PROBLEMS, type Problem } from '../errors/index.js';

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

/** Makes an app's Problem out of what was wrong: unknown members first, then in the DTO's order. */
export type ValidationProblem = (fields: readonly [InvalidField, ...InvalidField[]]) => Problem;

export const plainValidationProblem: ValidationProblem = (fields) =>
  HTTP_PROBLEMS.badRequest({
    message: fields[0].message,
    details: { fields: fields.map(({ field, message }) => ({ field, message })) },
  });

type NestedMetadata = Parameters<ValidationPipe['findNestedBinaryValues']>[1];

class StrictValidationPipe extends ValidationPipe {
  readonly #metadataByDto: NestedMetadata = new Map();

  constructor(
    private readonly problem: ValidationProblem,
    options: ValidationPipeOptions,
  ) {
    super(options);
  }

  override transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    // What is no DTO, such as the context of a GraphQL request, may well contain itself.
    const isValidated = this.toValidate(metadata);
    if (isValidated && effortOf(value) > MOST_EFFORT) throw tooManyMembers();
    const field = isValidated ? inheritedName(value, '') : undefined;
    if (field !== undefined) {
      throw this.problem([{ field, rule: UNKNOWN_FIELD, message: `Unknown member: ${field}.` }]);
    }
    return super.transform(value, metadata) as Promise<unknown>;
  }

  /** Nest reads the metadata of a DTO anew for each request: 30 µs for one of twenty members. */
  protected override findNestedBinaryValues(
    object: unknown,
    metadataByDto = this.#metadataByDto,
  ): ValidationError[] {
    return super.findNestedBinaryValues(object, metadataByDto);
  }
}

/** One object of ten thousand members, or a million of ten (our choice); some tenths of a second. */
const MOST_EFFORT = 100_000_000;

const tooManyMembers = () =>
  HTTP_PROBLEMS.malformedBody({ message: 'An object in the body has too many members.' });

/** class-transformer compares each name of an object with all others: 700,000 of them took it minutes. */
function effortOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const members = Object.values(value);
  const own = Array.isArray(value) ? members.length : members.length ** 2;
  return members.reduce<number>((sum, member) => sum + effortOf(member), own);
}

/**
 * The path of a member whose name every object inherits, such as `constructor`: class-transformer
 * drops them without a word.
 */
function inheritedName(value: unknown, prefix: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, member] of Object.entries(value)) {
    if (!Array.isArray(value) && name in Object.prototype) return `${prefix}${name}`;
    const found = inheritedName(member, `${prefix}${name}.`);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Validates DTOs: unknown members are refused, plain values become class instances. */
export const validationPipe = (problem: ValidationProblem): ValidationPipe =>
  new StrictValidationPipe(problem, {
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

import { getMetadataStorage, validateSync, type ValidationError } from 'class-validator';
import type { Problem } from '@sextant/platform-http/errors';
import { fieldInvalid, fieldRequired } from './field-errors.js';
import { isObject, membersOf } from './fields.js';
import { DEFINED, REQUIRED } from './rules.js';

export interface Validation {
  /** Of the names in answers, such as `keys.`. */
  readonly prefix?: string;
  /** Members without a rule are dropped, not refused. */
  readonly dropsOthers?: boolean;
}

/**
 * A body as an instance of its DTO, by the rules of class-validator. Handlers call it, after permission: callers without it
 * learn nothing of the body. Members are not copied by class-transformer (ADR 12).
 *
 * @throws {Problem} `FIELD_REQUIRED(name)` for the first missing member, else `FIELD_INVALID(name)` for the first one that is
 *   wrong, else for one that the DTO does not know
 */
export function validated<Dto extends object>(
  type: new () => Dto,
  body: unknown,
  { prefix = '', dropsOthers = false }: Validation = {},
): Dto {
  const dto = new type();
  const known = membersOfType(type);
  const given = membersOf(body);
  const names = Object.keys(given);
  for (const name of names) if (known.has(name)) Reflect.set(dto, name, given[name]);
  // Members without a rule never come here: an error for each of 100,000 takes class-validator three seconds.
  const errors = validateSync(dto);
  const first = errors.find((error) => has(error, REQUIRED)) ?? errors[0];
  if (first !== undefined) throw problemOf(first, prefix);
  if (!dropsOthers) refuseOthers(names, known, prefix);
  return dto;
}

function refuseOthers(names: readonly string[], known: ReadonlySet<string>, prefix: string): void {
  const others = names.filter((name) => !known.has(name));
  const other = others.find((name) => name in Object.prototype) ?? others[0];
  if (other !== undefined) throw fieldInvalid(prefix + shown(other));
}

const members = new WeakMap<object, ReadonlySet<string>>();

/** Those that have a rule. */
function membersOfType(type: new () => object): ReadonlySet<string> {
  const found =
    members.get(type) ??
    new Set(
      getMetadataStorage()
        .getTargetValidationMetadatas(type, '', false, false)
        .map(({ propertyName }) => propertyName),
    );
  members.set(type, found);
  return found;
}

/** A body that may be empty, but must be an object. @throws {Problem} `FIELD_INVALID(body)` */
export function requireObject(body: unknown): void {
  if (!isObject(body)) throw fieldInvalid('body');
}

function problemOf(error: ValidationError, prefix: string): Problem {
  const name = prefix + error.property;
  const isMissing = has(error, REQUIRED) || has(error, DEFINED);
  return isMissing ? fieldRequired(name) : fieldInvalid(name, pointerOf(error));
}

const has = ({ constraints = {} }: ValidationError, rule: string): boolean => rule in constraints;

/** A rule that knows the place in its member has it as its message. */
const pointerOf = ({ constraints = {} }: ValidationError): string | undefined =>
  Object.values(constraints).find((message) => message.startsWith('/'));

/** Not in full: what callers make up does not belong in answers. */
const shown = (name: string): string => name.replace(/[^\w$.-]/g, '?').slice(0, 50);

import {
  IsBoolean,
  IsOptional,
  ValidateBy,
  ValidateIf,
  type ValidationArguments,
} from 'class-validator';
import { isMissing, isText } from './fields.js';

/** The rule of members that must be there; `validated` reports it before any other. */
export const REQUIRED = 'required';
/** The same, reported in the DTO's order. */
export const DEFINED = 'defined';

export interface RuleOptions {
  /** Where in a member of many: a JSON Pointer within it (RFC 6901), which the answer names. */
  readonly at?: (value: unknown) => string | undefined;
}

/** A rule of class-validator; `holds` also receives the whole DTO. */
export const Rule = (
  name: string,
  holds: (value: unknown, dto: unknown) => boolean,
  { at }: RuleOptions = {},
): PropertyDecorator =>
  ValidateBy({
    name,
    validator: {
      validate: (value, found?: ValidationArguments) => holds(value, found?.object),
      defaultMessage: (found?: ValidationArguments) => at?.(found?.value) ?? '',
    },
  });

/** Neither absent nor null, blank or an empty list. */
export const Required = (): PropertyDecorator => Rule(REQUIRED, (value) => !isMissing(value));

/** Present; null, blank and empty are for the other rules. */
export const Defined = (): PropertyDecorator => Rule(DEFINED, (value) => value !== undefined);

/** Text of 1 to `max` UTF-16 units. */
export const Text = (max: number): PropertyDecorator => Rule('text', (value) => isText(value, max));

export const RequiredText = (max: number): PropertyDecorator => all(Required(), Text(max));

/** Absent or right; null is wrong. */
export const Given = (): PropertyDecorator => ValidateIf((_dto, value) => value !== undefined);

/** Absent, null and blank mean the same. */
export const OptionalText = (max: number): PropertyDecorator =>
  all(
    ValidateIf((_dto, value) => !isMissing(value)),
    Text(max),
  );

/** Absent and null mean false. */
export const Flag = (): PropertyDecorator => all(IsOptional(), IsBoolean());

const all =
  (...decorators: readonly PropertyDecorator[]): PropertyDecorator =>
  (target, name) => {
    for (const decorate of decorators) decorate(target, name);
  };

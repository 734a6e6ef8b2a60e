import { ValidateIf } from 'class-validator';

/**
 * An absent member is not looked at; `null` is refused like any other wrong value.
 *
 * The rules of a member are asked from the last to the first: its type stands last.
 */
export const IfSent = (): PropertyDecorator => ValidateIf((_object, value) => value !== undefined);

/** `true` and `false` of a query; anything else is left for the validation to refuse. */
export const toBoolean = ({ value }: { value: unknown }): unknown =>
  value === 'true' ? true : value === 'false' ? false : value;

export const toNumber = ({ value }: { value: unknown }): unknown =>
  typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;

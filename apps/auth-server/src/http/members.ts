import { ValidateIf } from 'class-validator';

/** A body of this class may take away what it does not define itself: `null` there is no wrong value (JSON Merge Patch, RFC 7396). */
export interface TakesAway {
  readonly nullTakesAway: true;
}

const takesAway = (body: object): boolean =>
  (body.constructor as Partial<TakesAway>).nullTakesAway === true;

/**
 * An absent member is not looked at; `null` is refused like any other wrong value, but where it takes the member away.
 *
 * The rules of a member are asked from the last to the first: its type stands last.
 */
export const IfSent = (): PropertyDecorator =>
  ValidateIf((body: object, value) => value !== undefined && !(value === null && takesAway(body)));

/** The same for a member that nothing can be without: `null` is refused always. */
export const IfSentWithValue = (): PropertyDecorator =>
  ValidateIf((_body, value) => value !== undefined);

/** `true` and `false` of a query; anything else is left for the validation to refuse. */
export const toBoolean = ({ value }: { value: unknown }): unknown =>
  value === 'true' ? true : value === 'false' ? false : value;

export const toNumber = ({ value }: { value: unknown }): unknown =>
  typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
